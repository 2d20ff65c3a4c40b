import { expect, test } from 'vitest';
import { readMessage } from './message.ts';

const message = {
  service: 'customer',
  entity: 'signup',
  id: 'A-7',
  version: 1,
  modifiedAt: '2026-11-18T05:00:00.000Z',
  change: 'submitted',
  data: {},
};

test('a message with an id or change that no database can hold is unusable', () => {
  expect(readMessage(message, 'customer')).toMatchObject({ id: 'A-7', change: 'submitted' });
  for (const bad of ['\u0000', 'a\u0000b', 'line\nbreak', '\ud800']) {
    expect(() => readMessage({ ...message, id: bad }, 'customer'), JSON.stringify(bad)).toThrow(/^id/);
    expect(() => readMessage({ ...message, change: bad }, 'customer'), JSON.stringify(bad)).toThrow(
      /^change/,
    );
    expect(
      () => readMessage({ ...message, data: { vName: bad.includes('\n') ? '\u0000' : bad } }, 'customer'),
      JSON.stringify(bad),
    ).toThrow(/data/);
  }
});
