"""A network in compiled code, for searches: it computes only what a position shows and offers.

Most numbers of an encoding are 0, few hidden units of a block are above 0, and few actions are
legal, so only one matrix of each block is needed in full. Every row is computed on its own and in
the same order, so its result does not depend on the other rows of a batch.
"""

from math import exp, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from heptapolis.kernel import F, entry, njit
from heptapolis.kernel.guided import PRIOR_TEMPERATURE, USED_BRANCHES, Graph, Questions
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import Branch, Count, Flags, Floats, Index, Ints, Node, Real

ROWS_AT_ONCE = 4  # rows multiplied at once
CACHED_ROWS = 32  # rows of a matrix that stay in the cache meanwhile
ZERO, ONE, EPSILON = np.float32(0), np.float32(1), np.float32(1e-5)


def fastmath(function: F) -> Any:
    """Compile a function whose sums the processor may reorder."""
    freedom = {"contract", "nsz", "reassoc"}
    compiled: F = njit(
        function, fastmath=freedom, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return compiled


class Weights(NamedTuple):
    """Weights of a network: matrices have a row for each input, but ``policy`` one for each action;
    the matrices of the blocks are adjacent."""

    input: Floats
    bias: Floats  # with those of the character
    names: Floats
    places: Ints  # of indices
    first_names: Ints
    norm: Floats
    norm_bias: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last_norm: Floats
    last_norm_bias: Floats
    policy: Floats
    policy_bias: Floats
    value: Floats
    value_bias: Floats


class Memory(NamedTuple):
    """Working memory for a batch of rows."""

    x: Floats
    normed: Floats
    inside: Floats
    amounts: Floats  # the non-zero inputs ...
    places: Ints  # ... and their positions


def new_memory(rows: int, weights: Weights) -> Memory:
    width, wide = weights.bias.shape[0], max(weights.input.shape[0], weights.bias.shape[0])
    shape = -(-rows // ROWS_AT_ONCE) * ROWS_AT_ONCE, width
    x, normed, inside = (np.zeros(shape, np.float32) for _ in range(3))
    entries = wide + ROWS_AT_ONCE
    return Memory(x, normed, inside, np.zeros(entries, np.float32), np.zeros(entries, np.int64))


@entry
def think(
    questions: Questions, n: Count, weights: Weights, memory: Memory, graph: Graph, habits: Floats
) -> None:
    """Answer the first n questions: write the values and branches of their nodes."""
    x, normed, inside = memory.x, memory.normed, memory.inside
    rounded = -(-n // ROWS_AT_ONCE) * ROWS_AT_ONCE
    for r in range(n):
        row = questions.rows[r]
        read_inputs(questions.observations[row], questions.words[row], weights, x[r], memory)
    for block in range(weights.first.shape[0]):
        for r in range(n):
            normalise(x[r], weights.norm[block], weights.norm_bias[block], normed[r])
        multiply(normed, weights.first[block], weights.first_bias[block], inside, rounded)
        for r in range(n):
            add_active_units(
                inside[r], weights.second[block], weights.second_bias[block], x[r], memory
            )
    for r in range(n):
        normalise(x[r], weights.last_norm, weights.last_norm_bias, normed[r])
        for j in range(normed.shape[1]):
            normed[r, j] = max(normed[r, j], ZERO)
        node = graph.nodes[questions.nodes[r]]
        node.value = tanh(dot(normed[r], weights.value) + weights.value_bias[0])
        open_node(node, questions.masks[questions.rows[r]], normed[r], weights, graph, habits)


@fastmath
def read_inputs(flat: Ints, words: Ints, weights: Weights, x: Floats, memory: Memory) -> None:
    """Compute the first layer of a row: amounts and indices."""
    amounts, places, n = memory.amounts, memory.places, 0
    for word in range(words.shape[0]):
        if words[word] != 0:
            for k in range(8 * word, min(8 * word + 8, weights.input.shape[0])):
                if flat[k] != 0:
                    amounts[n], places[n] = np.float32(flat[k]), k
                    n += 1
    copy_row(weights.bias, x)
    add_rows(n, weights.input, x, memory)
    for k in range(weights.places.shape[0]):
        amounts[k], places[k] = ONE, flat[weights.places[k]] + weights.first_names[k]
    add_rows(weights.places.shape[0], weights.names, x, memory)


@fastmath
def add_rows(n: Count, w: Floats, x: Floats, memory: Memory) -> None:
    """Add n rows of a matrix, each times its factor, four rows at once."""
    amounts, places = memory.amounts, memory.places
    for k in range(n, n + ROWS_AT_ONCE - 1):
        amounts[k], places[k] = ZERO, 0
    for k in range(0, n, ROWS_AT_ONCE):
        a, b, c, d = amounts[k], amounts[k + 1], amounts[k + 2], amounts[k + 3]
        wa, wb, wc, wd = w[places[k]], w[places[k + 1]], w[places[k + 2]], w[places[k + 3]]
        for j in range(x.shape[0]):
            x[j] += a * wa[j] + b * wb[j] + c * wc[j] + d * wd[j]


@fastmath
def add_active_units(inside: Floats, w: Floats, bias: Floats, x: Floats, memory: Memory) -> None:
    """Add the second layer of a block: only hidden units above 0 count."""
    amounts, places, n = memory.amounts, memory.places, 0
    for j in range(x.shape[0]):
        x[j] += bias[j]
        if inside[j] > 0:
            amounts[n], places[n] = inside[j], j
            n += 1
    add_rows(n, w, x, memory)


@fastmath
def normalise(x: Floats, weight: Floats, bias: Floats, out: Floats) -> None:
    width, total, squares = np.float32(x.shape[0]), ZERO, ZERO
    for j in range(x.shape[0]):
        total += x[j]
    mean = total / width
    for j in range(x.shape[0]):
        squares += (x[j] - mean) * (x[j] - mean)
    steepness = ONE / np.float32(sqrt(squares / width + EPSILON))
    for j in range(x.shape[0]):
        out[j] = (x[j] - mean) * steepness * weight[j] + bias[j]


@fastmath
def multiply(x: Floats, w: Floats, bias: Floats, y: Floats, n: Count) -> None:
    """Compute y = x @ w + bias for n rows, in blocks of four rows and eight columns, which fit into
    the registers of a processor."""
    for r in range(n):
        copy_row(bias, y[r])
    for start in range(0, w.shape[0], CACHED_ROWS):
        for r in range(0, n, ROWS_AT_ONCE):
            xa, xb, xc, xd = x[r], x[r + 1], x[r + 2], x[r + 3]
            ya, yb, yc, yd = y[r], y[r + 1], y[r + 2], y[r + 3]
            for k in range(start, start + CACHED_ROWS, 8):
                a0, a1, a2, a3 = xa[k], xa[k + 1], xa[k + 2], xa[k + 3]
                a4, a5, a6, a7 = xa[k + 4], xa[k + 5], xa[k + 6], xa[k + 7]
                b0, b1, b2, b3 = xb[k], xb[k + 1], xb[k + 2], xb[k + 3]
                b4, b5, b6, b7 = xb[k + 4], xb[k + 5], xb[k + 6], xb[k + 7]
                c0, c1, c2, c3 = xc[k], xc[k + 1], xc[k + 2], xc[k + 3]
                c4, c5, c6, c7 = xc[k + 4], xc[k + 5], xc[k + 6], xc[k + 7]
                d0, d1, d2, d3 = xd[k], xd[k + 1], xd[k + 2], xd[k + 3]
                d4, d5, d6, d7 = xd[k + 4], xd[k + 5], xd[k + 6], xd[k + 7]
                w0, w1, w2, w3 = w[k], w[k + 1], w[k + 2], w[k + 3]
                w4, w5, w6, w7 = w[k + 4], w[k + 5], w[k + 6], w[k + 7]
                for j in range(w.shape[1]):
                    ya[j] += (
                        a0 * w0[j]
                        + a1 * w1[j]
                        + a2 * w2[j]
                        + a3 * w3[j]
                        + a4 * w4[j]
                        + a5 * w5[j]
                        + a6 * w6[j]
                        + a7 * w7[j]
                    )
                    yb[j] += (
                        b0 * w0[j]
                        + b1 * w1[j]
                        + b2 * w2[j]
                        + b3 * w3[j]
                        + b4 * w4[j]
                        + b5 * w5[j]
                        + b6 * w6[j]
                        + b7 * w7[j]
                    )
                    yc[j] += (
                        c0 * w0[j]
                        + c1 * w1[j]
                        + c2 * w2[j]
                        + c3 * w3[j]
                        + c4 * w4[j]
                        + c5 * w5[j]
                        + c6 * w6[j]
                        + c7 * w7[j]
                    )
                    yd[j] += (
                        d0 * w0[j]
                        + d1 * w1[j]
                        + d2 * w2[j]
                        + d3 * w3[j]
                        + d4 * w4[j]
                        + d5 * w5[j]
                        + d6 * w6[j]
                        + d7 * w7[j]
                    )


@fastmath
def dot(x: Floats, y: Floats) -> Any:
    total = ZERO
    for j in range(x.shape[0]):
        total += x[j] * y[j]
    return total


@fastmath
def open_node(
    node: Node, mask: Flags, x: Floats, weights: Weights, graph: Graph, habits: Floats
) -> None:
    """Add branches for the legal actions of a node."""
    first = last = graph.counts[USED_BRANCHES]
    for action in range(mask.shape[0]):
        if mask[action]:
            logit = dot(x, weights.policy[action]) + weights.policy_bias[action]
            add_branch(graph.branches[last], action, logit)
            last += 1
    close_node(node, first, last, graph, habits)


@fastmath
def add_branch(b: Branch, action: Index, logit: Real) -> None:
    """Add a branch for an action; its probability follows."""
    b.action, b.visits, b.waiting, b.value, b.likely = action, 0, 0, 0.0, logit


@fastmath
def close_node(node: Node, first: Index, last: Index, graph: Graph, habits: Floats) -> None:
    """Turn the logits of the branches into probabilities."""
    branches, most, total, warm_total = graph.branches, -1e9, 0.0, 0.0
    for k in range(first, last):
        most = max(most, branches[k].likely)
    for k in range(first, last):
        b = branches[k]
        b.prior = exp((b.likely - most) / habits[PRIOR_TEMPERATURE])
        b.likely = exp(b.likely - most)
        total += b.likely
        warm_total += b.prior
    for k in range(first, last):
        branches[k].likely /= total
        branches[k].prior /= warm_total
    node.first, node.n = first, last - first
    graph.counts[USED_BRANCHES] = last
