import { expect, it } from 'vitest';
import { figuresOf, marksOf, storyAt } from '#tests/kit/wall.ts';
import { deliveryWall } from './delivery.ts';
import { storeWall } from './store.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
const event = storyAt(now);
// 17:30 in India: the slots of the morning and the afternoon are over.
const slot = (slotWindow: string) => ({ slotDate: '2026-11-18', slotWindow, pooId: 1 });
const cash = (paise: number) => ({ cod: { paise, mode: 'cash' }, accepted: [] });
const story = [
  event('pick-1', 'PickListCreated', { pooId: 1 }, 200),
  event('pick-2', 'PickListCreated', { pooId: 1 }, 190),
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
  expect(figuresOf(storeWall, marksOf(storeWall, story), now)).toEqual({
    'pick.waiting': [1, false],
    'packed.waiting': [1, false],
    'slots.late': [1, true],
    'road.out': [1, false],
    'day.onTime': [50, false],
  });
});

it('the riders’ money is rounded to hundreds, and is the shop’s once the run is settled', () => {
  expect(figuresOf(deliveryWall, marksOf(deliveryWall, story), now)).toEqual({
    'road.out': [1, false],
    'day.delivered': [2, false],
    'day.failed': [1, false],
    'cod.riders': [600, false],
    'road.late': [1, false],
    'day.onTime': [50, false],
  });
  const settled = [...story, event('statement-1', 'DeliveryStatementSettled', { dcIds: ['3', '4'] }, 10)];
  expect(figuresOf(deliveryWall, marksOf(deliveryWall, settled), now)['cod.riders']).toEqual([0, false]);
});

it('a screen of another place counts none of them', () => {
  expect(marksOf(storeWall, story, [1]).length).toBeGreaterThan(0);
  expect(marksOf(storeWall, story, [2])).toEqual([]);
});

it('the shop’s wall holds no money', () => {
  expect(marksOf(deliveryWall, story).filter(({ paise }) => paise !== undefined).length).toBeGreaterThan(0);
  expect(marksOf(storeWall, story).filter(({ paise }) => paise !== undefined)).toEqual([]);
});
