import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#shared/core/event.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { dueForPart } from '#shared/streams/delivery/parcel/rules.ts';
import type { Settlement } from '#shared/streams/delivery/statement/state.ts';
import { noteValues, type CashEntry } from '#shared/streams/money/day/state.ts';
import { dispatcher, goodCode, otherRider, parcelServer, rider, supervisor } from '../kit/parcel-server.ts';

/** A small generator, so that a day is the same whenever its number is. */
function dice(seed: number) {
  let state = seed * 2_654_435_761;
  return (n: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % n;
  };
}
type Roll = ReturnType<typeof dice>;
type Server = ReturnType<typeof parcelServer>;
const code = '123456';
const proof = { code };
const entryModes = ['cash', 'upi', 'card'] as const;

/** Whole rupees in notes and coins. */
function notes(paise: number): Readonly<Record<string, number>> {
  let left = paise / 100;
  const counted: Record<string, number> = {};
  for (const [key, value] of [
    ...noteValues.map((one) => [`n${one}`, one] as const),
    ['c5', 5] as const,
    ['c2', 2] as const,
    ['c1', 1] as const,
  ]) {
    const n = Math.floor(left / value);
    if (n > 0) counted[key] = n;
    left -= n * value;
  }
  return counted;
}

const codOf = (due: number, roll: Roll) =>
  due > 0 ? { cod: { paise: due, mode: entryModes[roll(3)]! } } : {};

/** Somebody hands the parcel over: whole, in part, or not at all. */
function handedOut(server: Server, id: string, who: number, roll: Roll, again: boolean): void {
  const parcel = server.parcel(id);
  switch (roll(again ? 5 : 4)) {
    case 0: {
      const accepted = parcel.lines.map(({ id: lineId, qty }) => ({ lineId, qty: qty - 5 }));
      const refused = parcel.lines.map(({ id: lineId }) => ({ lineId, qty: 5 }));
      const due =
        parcel.codDuePaise > 0 ? Math.max(0, dueForPart(parcel, refused) - parcel.paidOnlinePaise) : 0;
      const why = 'Doctor changed the dose';
      server.must(
        who,
        `delivery-${id}`,
        'deliverPart',
        { ...proof, accepted, why, ...codOf(due, roll) },
        goodCode,
      );
      return;
    }
    case 1:
      server.must(supervisor, `delivery-${id}`, 'markDelivered', {
        reason: 'The customer called and has it',
        fileId: 'p',
        ...codOf(parcel.codDuePaise, roll),
      });
      return;
    case 4:
      server.must(who, `delivery-${id}`, 'fail', { reason: roll(3) === 0 ? 'REFUSED' : 'NOT_HOME' });
      return;
    default:
      server.must(
        who,
        `delivery-${id}`,
        'deliver',
        { ...proof, ...codOf(parcel.codDuePaise, roll) },
        goodCode,
      );
  }
}

function paidOnline(server: Server, id: string, paise: number): void {
  const payRef = `pay-${id}-${'0'.repeat(24)}`;
  server.must(dispatcher, `paylink-dc${id}`, 'create');
  server.must(null, `paylink-dc${id}`, 'begin', { payRef });
  server.must(null, `paylink-dc${id}`, 'report', {
    payRef,
    providerId: 'p-1',
    status: 'paid',
    paise,
    at: new Date(server.now()).toISOString(),
  });
}

function run(server: Server, n: number, agentId: number, ids: readonly string[]): void {
  for (const id of ids) server.must(dispatcher, `delivery-${id}`, 'assign', { agentId, coldBox: 'yes' });
  server.must(dispatcher, 'statement-new', 'generate', {
    pooId: 1,
    agentId,
    vehicle: 'KA05MX4100',
    dcIds: ids,
  });
  for (const id of ids) server.must(dispatcher, `delivery-${id}`, 'handOver', server.scanned(id));
  server.must(agentId, `statement-${n}`, 'depart', { odometerOut: 100 });
}
function comeBack(server: Server, n: number, agentId: number): void {
  const scanned = server
    .run(String(n))
    .stops.map(({ dcId }) => server.parcel(dcId))
    .filter(({ stage }) => stage === 'undelivered')
    .map(({ number }) => number);
  server.must(agentId, `statement-${n}`, 'comeBack', { odometerIn: 120, scanned });
}
/** Counts what the rider brought; now and then a little of the cash is missing. */
function settle(server: Server, n: number, roll: Roll): void {
  const own = server
    .run(String(n))
    .stops.map(({ dcId }) => server.parcel(dcId))
    .filter(({ statementId }) => statementId === String(n));
  const brought = (mode: string): number =>
    own.reduce((sum, { cod }) => sum + (cod?.mode === mode ? cod.paise : 0), 0);
  const missing = roll(3) === 0 ? Math.min(brought('cash'), 7_00) : 0;
  server.must(supervisor, `statement-${n}`, 'settle', {
    counted: notes(brought('cash') - missing),
    upiPaise: brought('upi'),
    cardPaise: brought('card'),
    ...(missing > 0 ? { reason: 'A note was lost on the way' } : {}),
  });
}

function day(seed: number): { readonly server: Server; readonly ids: readonly string[] } {
  const roll = dice(seed);
  const server = parcelServer();
  server.write(
    'file-p',
    'FileUploaded',
    { name: 'p.jpg', mime: 'image/jpeg', sha256: 'x', bytes: 1 },
    server.now(),
    supervisor,
  );
  const ids = Array.from({ length: 6 }, () => server.ready([{ productId: 1, qty: 15 * (1 + roll(2)) }]));
  const [a, b, c, d, courier, counter] = ids as [string, string, string, string, string, string];
  if (roll(2) === 0) paidOnline(server, b, 10_00);
  run(server, 1, rider, [a, b, c]);
  run(server, 2, otherRider, [d]);
  for (const [id, mode] of [
    [courier, 'HYPERLOCAL'],
    [counter, 'CUSTOMER_PICKUP'],
  ] as const) {
    server.must(dispatcher, `delivery-${id}`, 'assignPartner', {
      mode,
      partner: 'City Run',
      riderName: 'Ravi',
      riderPhone: '9000000202',
    });
    server.must(dispatcher, `delivery-${id}`, 'issuePickupOtp', {}, { until: '2026-11-18T18:00:00.000Z' });
    server.must(dispatcher, `delivery-${id}`, 'verifyPickupOtp', { code, ...server.scanned(id) }, goodCode);
    handedOut(server, id, dispatcher, roll, false);
  }
  for (const id of [a, b, c]) handedOut(server, id, rider, roll, true);
  handedOut(server, d, otherRider, roll, true);
  comeBack(server, 1, rider);
  comeBack(server, 2, otherRider);
  const home = [a, b, c].filter((id) => server.parcel(id).stage === 'unassigned');
  if (home.length > 0) {
    run(server, 3, rider, home);
    for (const id of home) handedOut(server, id, rider, roll, false);
    comeBack(server, 3, rider);
  }
  const runs = [1, 2, ...(home.length > 0 ? [3] : [])];
  for (const n of roll(2) === 0 ? runs : runs.toReversed()) settle(server, n, roll);
  return { server, ids };
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
const receiptsOf = (log: readonly RecordedEvent[]): readonly CashEntry[] =>
  log.filter(({ type }) => type === 'CashReceiptRecorded').map(({ data }) => data as unknown as CashEntry);

describe.each(Array.from({ length: 12 }, (_, n) => n + 1))('generated day %i', (seed) => {
  const { server, ids } = day(seed);
  const parcels: readonly DeliveryState[] = ids.map((id) => server.parcel(id));
  const receipts = receiptsOf(server.log as readonly RecordedEvent[]);
  const settled = server.log
    .filter(({ type }) => type === 'DeliveryStatementSettled')
    .map(({ stream, data }) => ({
      id: stream.replace('statement-', ''),
      ...(data as unknown as Settlement),
    }));
  const shortages = server.log
    .filter(({ type }) => type === 'CodShortageRecorded')
    .map(({ data }) => (data as unknown as { paise: number }).paise);

  it('receives what was due, less the shortages that are named', () => {
    const due = sum(parcels.map(({ cod, paidOnlinePaise }) => (cod?.paise ?? 0) + paidOnlinePaise));
    expect(due).toBeGreaterThan(0);
    expect(sum(receipts.map(({ paise }) => paise)) + sum(shortages)).toBe(due);
  });
  it('has every rupee on exactly one document', () => {
    expect(new Set(receipts.map(({ entryId }) => entryId)).size).toBe(receipts.length);
    for (const { id, duePaise } of settled)
      expect(duePaise).toBe(
        sum(parcels.filter(({ statementId }) => statementId === id).map(({ cod }) => cod?.paise ?? 0)),
      );
    for (const { id, statementId, cod, paidOnlinePaise } of parcels) {
      const own = receipts.filter(({ ref }) => ref.type === 'delivery' && ref.id === id);
      expect(sum(own.map(({ paise }) => paise))).toBe(
        paidOnlinePaise + (statementId === null ? (cod?.paise ?? 0) : 0),
      );
    }
  });
});
