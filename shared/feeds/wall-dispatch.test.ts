import { expect, it } from 'vitest';
import { wallRights } from '#server/access/devices.ts';
import type { Permission } from '../core/permission.ts';
import * as feedRegister from './index.ts';
import { wallFigures } from '../families/wall-figures.ts';
import type { FloorMark } from '../families/wall-tiles.ts';
import type { StoredEvent } from '../core/event.ts';
import { dispatchWallView, wallDelivery, wallStore } from './wall-dispatch.ts';
import { prescriptionWallView } from './wall-prescription.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
let position = 0;
const event = (stream: string, type: string, data: object, minutesAgo: number): StoredEvent => ({
  position: (position += 1),
  stream,
  version: 1,
  id: `e${position}`,
  type,
  at: new Date(now - minutesAgo * 60_000).toISOString(),
  actor: { kind: 'person', empId: 162, name: 'Imran Sheikh' },
  data,
  correlationId: '',
});
interface View {
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (row: FloorMark | undefined, event: StoredEvent, id: string) => FloorMark | null;
}
function folded(view: View, events: readonly StoredEvent[]): readonly FloorMark[] {
  const rows = new Map<string, FloorMark>();
  for (const one of events)
    for (const id of view.ids(one)) {
      const row = view.row(rows.get(id), one, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  return [...rows.values()];
}
const read = (name: string, marks: readonly FloorMark[]) =>
  Object.fromEntries(
    (wallFigures[name] ?? []).map((figure) => {
      const value = figure.value(marks, now);
      return [figure.id, [value, value !== null && figure.alarm?.(value, marks, now) === true]];
    }),
  );
// 17:30 in India: the slots of the morning and the afternoon are over.
const slot = (slotWindow: string) => ({ slotDate: '2026-11-18', slotWindow });
const cash = (paise: number) => ({ cod: { paise, mode: 'cash' }, accepted: [] });
const story = [
  event('pick-1', 'PickListCreated', {}, 200),
  event('pick-2', 'PickListCreated', {}, 190),
  event('pick-2', 'PickListPacked', {}, 180),
  event('delivery-1', 'DeliveryOpened', slot('EVENING'), 170),
  event('delivery-2', 'DeliveryOpened', slot('AFTERNOON'), 170),
  event('delivery-3', 'DeliveryOpened', slot('AFTERNOON'), 170),
  event('delivery-4', 'DeliveryOpened', slot('MORNING'), 400),
  event('delivery-5', 'DeliveryOpened', slot('AFTERNOON'), 400),
  ...[2, 3, 4, 5].map((n) => event(`delivery-${n}`, 'OutForDelivery', {}, 160)),
  event('delivery-3', 'ParcelDelivered', cash(456_00), 100),
  event('delivery-4', 'ParcelDelivered', cash(120_00), 90),
  event('delivery-5', 'DeliveryAttemptFailed', { n: 1 }, 80),
];

it('the shop sees parcels to pick, packed, out and past their slot', () => {
  const marks = folded(dispatchWallView, story);
  expect(read('store', marks)).toEqual({
    'pick.waiting': [1, false],
    'packed.waiting': [1, false],
    'slots.late': [1, true],
    'road.out': [1, false],
    'day.onTime': [50, false],
  });
});

it('the riders’ money is rounded to hundreds, and is the shop’s once the run is settled', () => {
  expect(read('delivery', folded(dispatchWallView, story))).toMatchObject({
    'road.out': [1, false],
    'day.delivered': [2, false],
    'day.failed': [1, false],
    'cod.riders': [600, false],
    'road.late': [1, false],
  });
  const settled = [...story, event('statement-1', 'DeliveryStatementSettled', { dcIds: ['3', '4'] }, 10)];
  expect(read('delivery', folded(dispatchWallView, settled))).toMatchObject({ 'cod.riders': [0, false] });
});

it('frames hold no name, and the shop’s wall no money', () => {
  const marks = folded(dispatchWallView, story);
  for (const feed of [wallStore, wallDelivery])
    expect(JSON.stringify(marks.map((row) => feed.see(row, {}, row.id)))).not.toContain('Imran');
  expect(marks.map((row) => wallStore.see(row, {}, row.id))).not.toContainEqual(
    expect.objectContaining({ paise: expect.any(Number) }),
  );
});

it('the prescription desk counts waiting prescriptions and today’s decisions', () => {
  const entered = (queue: string, n: number, minutesAgo: number) =>
    event(
      `queueitem-${queue}-${n}`,
      'QueueItemEntered',
      {
        enteredAt: new Date(now - minutesAgo * 60_000).toISOString(),
        warnAt: null,
        breachAt: new Date(now - (minutesAgo - 45) * 60_000).toISOString(),
      },
      minutesAgo,
    );
  const marks = folded(prescriptionWallView, [
    entered('pdList', 1, 30),
    entered('prescriptionChecker', 2, 50),
    event('prescription-3', 'PrescriptionApproved', {}, 20),
    event('prescription-4', 'PrescriptionRejected', {}, 20),
    event('prescription-5', 'PrescriptionApproved', {}, 2_000),
  ]);
  expect(read('prescription', marks)).toEqual({
    'rx.digitize': [1, false],
    'rx.check': [1, false],
    'rx.oldest': [50, true],
    'rx.done': [1, false],
    'rx.rejected': [1, false],
  });
});

/** Every feed that a paired wall screen shows. */
const walls = Object.values(feedRegister).filter(({ wall }) => wall === true);

it.each(walls.map(({ name, need }) => ({ name, need: [need].flat() })))(
  'a paired screen may open $name',
  ({ need }) => {
    expect(need.some((one) => wallRights.includes(one as Permission))).toBe(true);
  },
);
