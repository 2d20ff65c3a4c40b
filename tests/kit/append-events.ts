import type { OpenLog } from '#server/store/log.ts';
import type { Entry, Outcome } from '#server/store/group-commit.ts';

/** Appends events to a log as no command does: without a key, an answer or a source. Without `expected` the versions before them are not checked. */
export const appendEvents = (
  log: Pick<OpenLog, 'append'>,
  events: Entry['events'],
  expected: Entry['expected'] = [],
): Promise<Outcome> =>
  log.append({ commandId: null, requestHash: null, answer: null, sourceKey: null, expected, events });
