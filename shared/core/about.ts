import type { Permission, Viewer } from './permission.ts';

/** What a stream states so that its records can have a discussion. */
export interface About<S = any> {
  /** Of its references: `SG` in SG-000301. */
  readonly prefix: string;
  /** Rights besides those of the queues that show its records. */
  readonly needs: readonly Permission[] | 'signedIn';
  readonly there: (state: S) => boolean;
  /** Whether a holder of one of the rights may see this record, and so its discussion. */
  readonly sees: (state: S, viewer: Viewer) => boolean;
}

/** Everything that can have a discussion, by stream. */
export type Abouts = Readonly<Record<string, About>>;
