import { expect, test } from 'vitest';
import { readFact } from './fact.ts';

const fact = { service: 'customer', entity: 'signup', id: 'A-7', version: 1, modifiedAt: '2026-11-18T05:00:00.000Z', change: 'submitted', data: {} };

test('a fact whose id or change holds what no database can hold is unusable, and says where', () => {
  expect(readFact(fact, 'customer')).toMatchObject({ id: 'A-7', change: 'submitted' });
  for (const bad of ['\u0000', 'a\u0000b', 'line\nbreak', '\ud800']) {
    expect(() => readFact({ ...fact, id: bad }, 'customer'), JSON.stringify(bad)).toThrow(/^id/);
    expect(() => readFact({ ...fact, change: bad }, 'customer'), JSON.stringify(bad)).toThrow(/^change/);
    expect(() => readFact({ ...fact, data: { vName: bad.includes('\n') ? '\u0000' : bad } }, 'customer'), JSON.stringify(bad)).toThrow(/data/);
  }
});
