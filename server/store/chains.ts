/** The two hash chains: their rows, the table that says where they end, and the one with their sealed checkpoints. */
export const chains = {
  log: { rows: 'events', head: 'log_head', seals: 'log_seals' },
  access: { rows: 'access_log', head: 'access_log_head', seals: 'access_log_seals' },
} as const;
export type Chain = keyof typeof chains;
export const chainNames: readonly Chain[] = ['log', 'access'];

/** A place of a chain and the hash that stands there: it speaks for every row up to it. */
export interface Checkpoint {
  readonly position: number;
  readonly hash: Buffer;
}
