import { expect, it } from 'vitest';
import { noDelivery, type DeliveryState } from '../streams/delivery/parcel/state.ts';
import { deliveryParcels } from './delivery.ts';

const parcel = (stage: DeliveryState['stage']): DeliveryState => ({
  ...noDelivery('1'),
  exists: true,
  pooId: 1,
  phone: '9876500001',
  stage,
  agent: { empId: 181, name: 'Rider' },
});
const phoneFor = (rider: number | null, stage: DeliveryState['stage']) =>
  deliveryParcels.see(parcel(stage), { poos: [1], rider } as never, '1')?.phone;

it('a customer’s phone is in full for the rider who carries the parcel, and only while it is carried', () => {
  expect(phoneFor(181, 'out')).toBe('9876500001');
  expect(phoneFor(181, 'undelivered')).toBe('9876500001');
  expect(phoneFor(181, 'delivered')).toBe('••••••0001');
  expect(phoneFor(181, 'rtoReceived')).toBe('••••••0001');
  expect(phoneFor(null, 'out')).toBe('••••••0001');
});
