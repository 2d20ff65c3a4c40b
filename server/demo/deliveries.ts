import { addDays, businessDay } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
const [store, head, rider, shop] = [161, 203, 162, 1];
const versioned = { versioned: true } as const;

/** A challan of the morning's run, and the result of its parcel. */
export interface OnTheRoad {
  readonly name: string;
  readonly until: 'delivered' | 'out' | 'refused' | 'notHome';
  readonly cod: boolean;
}
const photo = sampleFileId('proof', 1);

/** The photograph that the rider took at the deliveries. */
const proof = (): SampleFile => ({
  id: photo,
  name: 'proof of delivery SAMPLE.png',
  mime: 'image/png',
  bytes: sampleSheet('identity', 990),
  by: rider,
  for: 'delivery-demo',
});
export const runFiles = (): readonly SampleFile[] => [proof()];

/**
 * The morning's run of one rider: handed over, out, delivered or not; and three returns of delivered goods.
 */
export function demoRun(now: number, parcels: readonly OnTheRoad[]): DemoCommand[] {
  const commands: DemoCommand[] = [];
  let at = now - 260 * minute;
  const give = (
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => {
    at += 20_000;
    commands.push({ at, as, stream, command, input, ...more });
  };
  /** Two customers were sent a link; one has paid, the other still may. */
  const byLink = (): void => {
    const asked = parcels.filter(({ cod, until }) => cod && until !== 'refused');
    const [paid, open] = [asked[0], asked.find(({ until }) => until === 'out')];
    for (const one of [paid, open]) if (one) give(store, `paylink-dc{${one.name}}`, 'create');
    if (!paid) return;
    const payRef = `pay-{${paid.name}}-${'0'.repeat(23)}1`;
    give(0, `paylink-dc{${paid.name}}`, 'begin', { payRef });
    give(0, `paylink-dc{${paid.name}}`, 'report', {
      payRef,
      providerId: 'demo-1',
      status: 'paid',
      paise: 'due',
      at: new Date(at).toISOString(),
    });
  };
  const { name, mime, bytes } = proof();
  give(
    rider,
    `file-${photo}`,
    'keep',
    { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) },
    { noted: true },
  );
  for (const { name } of parcels)
    give(store, `delivery-{${name}}`, 'assign', { agentId: rider, coldBox: 'yes' });
  const run = { pooId: shop, agentId: rider, vehicle: 'KA01AB1234' };
  give(
    store,
    'statement-new',
    'generate',
    { ...run, dcIds: parcels.map(({ name }) => `{${name}}`) },
    { name: 'RUN1' },
  );
  byLink();
  for (const { name } of parcels) give(store, `delivery-{${name}}`, 'handOver', { labels: 'all' });
  give(rider, 'statement-{RUN1}', 'depart', { odometerOut: 18_204 }, versioned);
  for (const { name, until, cod } of parcels) {
    at += 9 * minute;
    const stream = `delivery-{${name}}`;
    if (until === 'delivered')
      give(rider, stream, 'deliver', {
        receiver: 'The customer',
        fileId: photo,
        ...(cod ? { cod: { paise: 'due', mode: 'cash' } } : {}),
      });
    if (until === 'refused') give(rider, stream, 'fail', { reason: 'REFUSED', note: 'Bought it elsewhere' });
    if (until === 'notHome') give(rider, stream, 'fail', { reason: 'NOT_HOME', note: 'Comes back at six' });
  }
  const sent = parcels.filter(({ until }) => until === 'delivered');
  for (const [i, { name }] of sent.slice(0, 3).entries()) {
    const back = `RET${i + 1}`;
    const header = {
      dcId: `{${name}}`,
      reason: i === 1 ? 'WRONG_ITEM' : 'NOT_NEEDED',
      pickup: i !== 0,
      note: i === 1 ? 'Another strength than on the prescription.' : 'The doctor stopped the course.',
    };
    give(
      store,
      'return-new',
      'draft',
      { pooId: shop, header, lines: [{ id: 'd1', qty: 15 }] },
      { name: back },
    );
    give(store, `return-{${back}}`, 'request', {}, versioned);
    if (i === 2) continue;
    give(head, `return-{${back}}`, 'approve', {}, versioned);
    if (i === 0) continue;
    const visitOn = weekday(addDays(businessDay(now), 1));
    give(store, `return-{${back}}`, 'schedule', { agentId: rider, visitOn }, versioned);
  }
  return commands;
}
