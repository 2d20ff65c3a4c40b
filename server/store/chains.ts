/**
 * The two hash chains: their rows, the table with their heads, and the table with their sealed checkpoints.
 */
export const chains = {
  log: { rows: 'events', head: 'log_head', seals: 'log_seals' },
  access: { rows: 'access_log', head: 'access_log_head', seals: 'access_log_seals' },
} as const;
export type Chain = keyof typeof chains;
export const chainNames: readonly Chain[] = ['log', 'access'];

/** A position of a chain and its hash, which covers every row up to it. */
export interface Checkpoint {
  readonly position: number;
  readonly hash: Buffer;
}
