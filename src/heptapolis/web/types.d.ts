// Types for the checker of our scripts (`make lint`); nothing of this reaches a browser.

declare global {
  // Elements of our pages are HTML elements where a caller does not say otherwise.
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(
      selectors: K,
    ): HTMLElementTagNameMap[K] | null;
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(
      selectors: K,
    ): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
  }
  interface Element {
    closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
  }
  // Events that our scripts dispatch on the board.
  interface HTMLElementEventMap {
    "hepta:shown": CustomEvent<string[]>; // a board has been swapped in; the kinds of events before it
    "hepta:sent": CustomEvent<string>; // a form has been answered; its subject
    "hepta:step": CustomEvent<Step>; // a step is played
    "hepta:played": CustomEvent<null>; // all steps have been played
  }
}

// ── animations ──────────────────────────────────────────────────────────────────────────────────

/** What moves when: `narration/steps.py` describes each kind. */
export type Step =
  | PlayStep
  | DigStep
  | CoinStep
  | PassStep
  | RevealStep
  | MarkerStep
  | TokenStep
  | DestroyStep
  | WarStep
  | AgeStep
  | EndStep;
export type Purse = number | "bank";
export type PlayStep = {
  kind: "play";
  seat: number;
  by: number;
  card: string | null;
  to: string;
  stage: number | null;
  wonder: string | null;
};
export type DigStep = { kind: "dig"; seat: number; card: string };
export type CoinStep = {
  kind: "coins";
  seat: number | null;
  from: Purse;
  to: Purse;
  n: number;
};
export type PassStep = { kind: "pass"; seat: null; way: string };
export type RevealStep = { kind: "reveal"; seat: number | null; card: string; slot: number };
export type MarkerStep = { kind: "marker"; seat: number | null; before: number; after: number };
export type TokenStep = { kind: "token"; seat: number; token: string; aside: boolean };
export type DestroyStep = { kind: "destroy"; seat: number; card: string; from: number };
export type WarStep = {
  kind: "war";
  seat: number;
  other: number;
  shields: number;
  other_shields: number;
  tokens: [number[], number[]];
};
export type AgeStep = { kind: "age"; seat: null; age: number };
export type EndStep = { kind: "end"; seat: null };
export type Turn = { age: number; turn: number; steps: Step[] };

export type Size = { width: number; height: number };
export type Rect = Size & { left: number; top: number };

/** A visible element and where it is. */
export type Sight = { element: HTMLElement; rect: DOMRect };

/** When an animation starts, and its duration, in ms. */
export type Time = { at: number; length: number };

/** A keyframe of an actor; `turn` is its rotation in degrees, 180 face down. */
export type Pose = Keyframe & { turn?: number; offset?: number; easing?: string };

/** The board before a swap: where its elements were, and the elements themselves. */
export type OldBoard = { rects: Map<HTMLElement, DOMRect>; old: DocumentFragment };

// ── the table ───────────────────────────────────────────────────────────────────────────────────

/** A form on its way to the server. */
export type Letter = {
  form: HTMLFormElement;
  about: string;
  address: string;
  body: URLSearchParams;
  isKept: boolean;
};

/** The response to a letter: whether the server has done what it says, and a page. */
export type Reply = { isDone: boolean; html: string };

/** An event of the stream: `server/streams.py`. */
/** What to make of the lines of a text received before. */
export type Change = { base: string; parts: (number | string)[] };

export type StreamEvent = {
  version: number;
  kind: string;
  seat: number | null;
  moment: number;
  to_move: number[];
};
