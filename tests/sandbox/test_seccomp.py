"""The filter of system calls, evaluated like by the system, for every supported processor."""

import errno

import pytest

from heptapolis.sandbox import seccomp
from heptapolis.sandbox.seccomp import MACHINES

PID = 4321
ALLOW, KILL = 0x7FFF0000, 0x80000000
READ_NUMBERS = {"x86_64": 0, "aarch64": 63}
STREAM, DATAGRAM, NONBLOCK = 1, 2, 0x800
THREAD, MEMORY = 0x10000, 0x100


def filter_result(machine: str, call: int, *words: int, audit: int | None = None) -> int:
    """Return the result of the filter for a call."""
    facts = {0: call, 4: MACHINES[machine].audit if audit is None else audit}
    facts |= {16 + 8 * n: word & 0xFFFFFFFF for n, word in enumerate(words)}
    lines = list(seccomp._lines(MACHINES[machine], PID))
    held, at = 0, 0
    while True:
        code, yes, no, value = lines[at]
        at += 1
        match code:
            case 0x20:
                held = facts.get(value, 0)
            case 0x54:
                held &= value
            case 0x06:
                return value
            case 0x15:
                at += yes if held == value else no
            case 0x35:
                at += yes if held >= value else no
            case 0x45:
                at += yes if held & value else no
            case _:
                raise AssertionError(hex(code))


def is_refused(answer: int, with_error: int = errno.EPERM) -> bool:
    return answer == 0x00050000 | with_error


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_that_affect_other_processes_are_refused(machine: str) -> None:
    column = MACHINES[machine].column
    calls = {name: numbers[column] for name, numbers in seccomp.REFUSED_CALLS.items()}
    numbers = [number for number in calls.values() if number is not None]
    assert len(numbers) == len(set(numbers)) > 50
    assert all(is_refused(filter_result(machine, number)) for number in numbers)
    assert filter_result(machine, READ_NUMBERS[machine]) == ALLOW
    assert is_refused(filter_result(machine, seccomp.FIRST_UNKNOWN_CALL), errno.ENOSYS)
    assert filter_result(machine, READ_NUMBERS[machine], audit=1) == KILL, (
        "calls with numbers of another processor"
    )


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_that_affect_only_the_process_are_allowed(machine: str) -> None:
    column = MACHINES[machine].column
    for numbers in seccomp.LIMITED_CALLS.values():
        assert {filter_result(machine, numbers[column], who) for who in (0, PID, -PID)} == {ALLOW}
        assert all(
            is_refused(filter_result(machine, numbers[column], who)) for who in (1, -1, PID + 1)
        )
    clone, pair = seccomp.CLONE[column], seccomp.SOCKETPAIR[column]
    assert filter_result(machine, clone, THREAD | MEMORY) == ALLOW
    assert is_refused(filter_result(machine, clone, MEMORY)), "a new process"
    assert is_refused(filter_result(machine, seccomp.CLONE3[column]), errno.ENOSYS)
    assert filter_result(machine, pair, 1, STREAM | NONBLOCK) == ALLOW
    assert is_refused(filter_result(machine, pair, 1, DATAGRAM))
