import type { EventOf } from '#shared/core/stream.ts';
import { may, type Permission, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import { customer, type CustomerState } from '#shared/streams/customers/customer.ts';
import { papersOf } from '#shared/streams/customers/customer-documents.ts';
import type { ServerParts } from '../core/parts.ts';

const right = (name: 'view' | 'edit'): Permission => `Masters/customerMasterV2:${name}`;

/** Checks the customers for whom files are uploaded and through whom they are opened. */
export interface CustomerFiles {
  /**
   * The customer's stream that this viewer's upload is for; throws when they may not see or change the
   * customer.
   */
  bringFor(viewer: Viewer, stream: unknown): Promise<string>;
  /**
   * Whether that customer holds the file, or held it by mistake, and through which stream this viewer may
   * see it.
   */
  check(
    viewer: Viewer,
    stream: string,
    fileId: string,
  ): Promise<'none' | 'takenBack' | 'hidden' | { readonly stream: string }>;
}

export function customerFiles({ log, access }: Pick<ServerParts, 'log' | 'access'>): CustomerFiles {
  /** From the log, so that another node's latest write counts. */
  const stateOf = async (stream: unknown): Promise<CustomerState | null> => {
    if (typeof stream !== 'string' || !/^customer-[1-9]\d{0,9}$/.test(stream)) return null;
    const events = await log.readStream<EventOf<typeof customer>>(stream);
    if (events.length === 0) return null;
    const state = events.reduce(
      (now, event) => customer.evolve(now, event),
      customer.initial(streamKey(stream)),
    );
    // A merged duplicate's data is on the record into which it was merged.
    return state.mergedInto === null ? state : stateOf(`customer-${state.mergedInto}`);
  };
  const sees = (viewer: Viewer, state: CustomerState): boolean =>
    may(viewer, right('view')).ok && customer.visible!(state, viewer, access.directory);
  return {
    async bringFor(viewer, stream) {
      if (!may(viewer, right('edit')).ok) throw refuse('forbidden', 403, { permission: right('edit') });
      const state = await stateOf(stream);
      if (!state || !sees(viewer, state)) throw refuse('notFound', 404);
      return `customer-${state.id}`;
    },
    async check(viewer, stream, fileId) {
      const state = await stateOf(stream);
      const papers = state?.documents.filter((one) => one.fileId === fileId) ?? [];
      if (!state || papers.length === 0) return 'none';
      if (papersOf(papers).length === 0) return 'takenBack';
      return sees(viewer, state) ? { stream: `customer-${state.id}` } : 'hidden';
    },
  };
}
