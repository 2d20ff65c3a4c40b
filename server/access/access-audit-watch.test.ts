import { expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { accessAuditLimits } from '#shared/access/access-audit.ts';
import { openLog } from '#server/store/log.ts';
import type { ServerParts } from '#server/core/parts.ts';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openAccessAuditWatch } from './access-audit-watch.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

const opening = (type: string, n: number, data: object): Omit<StoredEvent, 'position'> => ({
  stream: `thing-${n}`,
  version: 1,
  id: `opening-${n}`,
  type,
  at: '2026-11-20T05:00:00.000Z',
  actor: { kind: 'user', empId: 103, name: 'agent1', sessionId: 's-1' } as never,
  data: { ...data },
  correlationId: 'test',
  causationId: null,
  schemaVersion: 1,
});
/** It has no text. */
const odd = (n: number) => opening('PersonalDataViewed', n, { subject: { toString: 1, valueOf: 1 } });
const large = { byEmpId: 103, byName: 'agent1', rows: accessAuditLimits.exportRows + 1 };

test('an event that the watch cannot take is set aside, after a start and live; those behind it are watched', async () => {
  const store = await freshStore(4);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => expect.fail(String(error)),
  });
  const append = (...events: Omit<StoredEvent, 'position'>[]): Promise<unknown> => appendEvents(log, events);
  const raised: string[] = [];
  const server = {
    ...{ pool: store.pool, log, clock: { now: () => Date.parse('2026-11-20T06:00:00.000Z') } },
    access: { systemViewer: () => ({}) as never },
    handle: async ({ stream }: { stream: string }) => {
      raised.push(stream);
      return {};
    },
  } as unknown as ServerParts;
  try {
    await append(odd(1));
    const watch = await openAccessAuditWatch(server, { row: () => undefined } as never, (error) =>
      faults.push(error),
    );
    await append(odd(2), opening('MasterExported', 3, large));
    await expect.poll(() => raised).toEqual(['readingalert-export-103-2026-11-20']);
    await watch.idle();
    expect((await store.pool.query('select consumer, position from set_aside order by 2')).rows).toEqual([
      { consumer: 'access audit', position: '1' },
      { consumer: 'access audit', position: '2' },
    ]);
    expect(faults.map(String)).toEqual([
      expect.stringContaining('access audit: event 1 (PersonalDataViewed of thing-1) was set aside: '),
      expect.stringContaining('access audit: event 2 (PersonalDataViewed of thing-2) was set aside: '),
    ]);
    watch.stop();
  } finally {
    await log.close();
    await store.close();
  }
});
