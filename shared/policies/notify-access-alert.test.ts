import { expect, it } from 'vitest';
import { person, playServer } from '#tests/kit/played.ts';
import { accessAlert } from '../streams/access/access-alert.ts';
import { notifyAccessAlert } from './notify-access-alert.ts';

const people = [
  person(1, 'Asha Menon', { admin: true }),
  person(2, 'Kiran Bhat', { admin: true }),
  person(3, 'Old Admin', { admin: true, active: false }),
  person(101, 'Ravi Kulkarni'),
];

function emittedBy(empId: number | null): string[] {
  const server = playServer([accessAlert], people);
  const data = { rule: 'reveals', empId, name: 'Somebody', subject: null, count: 61, limit: 60 };
  const event = server.write(`readingalert-reveals-${empId}-2026-11-18`, 'AccessAlertRaised', data, 0, null);
  const reactions = notifyAccessAlert.react(
    { ...event, position: 1, id: 'e', correlationId: '' },
    { directory: server.directory },
  );
  return reactions.map((one) => ('stream' in one ? one.stream : one.kind));
}

it('given an alert about an agent, then every active admin is notified and nobody else', () => {
  expect(emittedBy(101)).toEqual(['notice-1', 'notice-2']);
});

it('given an alert about an admin, then the other admins are notified, never the subject', () => {
  expect(emittedBy(1)).toEqual(['notice-2']);
  expect(emittedBy(2)).toEqual(['notice-1']);
});

it('given an alert about a record, then every active admin is notified', () => {
  expect(emittedBy(null)).toEqual(['notice-1', 'notice-2']);
});
