/** One line of the demo's history: at this instant (ms) this person gave this order. `as` 0 is the house itself. */
export interface DemoOrder {
  readonly at: number;
  readonly as: number;
  /** `{SG301}` stands for the number that the order named `SG301` was given. */
  readonly stream: string;
  readonly command: string;
  /** A code of `outbox` is read from the simulated SMS partner; `{name}` is filled in as in `stream`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Remembers the number of what this order made. */
  readonly name?: string;
  /** The order carries the version its author sees. */
  readonly versioned?: boolean;
  /** The number in `stream` is one of the demo's own, handed out with this order. */
  readonly allotted?: true;
  /** The house itself writes it down, in this person's name. */
  readonly noted?: true;
  /** A refusal with this code is part of the story. */
  readonly refused?: string;
}
