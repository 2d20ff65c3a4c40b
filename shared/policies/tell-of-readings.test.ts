import { expect, it } from 'vitest';
import { person, playHouse } from '#tests/kit/played.ts';
import { readingalert } from '../streams/access/readingalert.ts';
import { tellOfReadings } from './tell-of-readings.ts';

const people = [
  person(1, 'Asha Menon', { admin: true }),
  person(2, 'Kiran Bhat', { admin: true }),
  person(3, 'Old Admin', { admin: true, active: false }),
  person(101, 'Ravi Kulkarni'),
];

function toldOf(empId: number | null): string[] {
  const house = playHouse([readingalert], people);
  const data = { rule: 'reveals', empId, name: 'Somebody', subject: null, count: 61, limit: 60 };
  const event = house.write(`readingalert-reveals-${empId}-2026-11-18`, 'ReadingAlertRaised', data, 0, null);
  const reactions = tellOfReadings.ask({ ...event, position: 1, id: 'e', correlationId: '' }, { directory: house.directory });
  return reactions.map((one) => ('stream' in one ? one.stream : one.kind));
}

it('given an alert about an agent, then every active admin is notified and nobody else', () => {
  expect(toldOf(101)).toEqual(['notice-1', 'notice-2']);
});

it('given an alert about an admin, then the other admins are notified, never the subject', () => {
  expect(toldOf(1)).toEqual(['notice-2']);
  expect(toldOf(2)).toEqual(['notice-1']);
});

it('given an alert about nobody in particular, then every active admin is notified', () => {
  expect(toldOf(null)).toEqual(['notice-1', 'notice-2']);
});
