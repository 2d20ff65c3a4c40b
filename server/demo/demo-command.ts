/**
 * One step of the demo's history: at this instant (ms) this person sent this command. `as` 0 is the system.
 */
export interface DemoCommand {
  readonly at: number;
  readonly as: number;
  /** `{SG301}` is replaced by the number that the command named `SG301` was given. */
  readonly stream: string;
  readonly command: string;
  /**
   * A code of `outbox`, or of `outbox:` and the beginning of its message, is read from the simulated SMS
   * partner; `{name}` is filled in as in `stream`.
   */
  readonly input: Readonly<Record<string, unknown>>;
  /** Stores the number of what this command created. */
  readonly name?: string;
  /** Remembers the number of the approval request that this command made. */
  readonly request?: string;
  /** The requesting stream, where the command is of another one. */
  readonly requestOn?: string;
  /** The command carries the version its author sees. */
  readonly versioned?: boolean;
  /** The number in `stream` is one of the demo's own, allotted with this command. */
  readonly allotted?: true;
  /** The system records it, in this person's name. */
  readonly noted?: true;
  /** A refusal with this code is part of the story. */
  readonly refused?: string;
  /** A field of the answer, stored under a name: the number of another record that the command made. */
  readonly answered?: { readonly field: string; readonly name: string };
}
