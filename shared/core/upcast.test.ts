import { describe, expect, test } from 'vitest';
import type { StoredEvent } from './event.ts';
import type { EventSchemas } from './upcast.ts';
import { openUpcasting, renameFields, schemaVersionOf, unreadableOf, UnreadableEvent } from './upcast.ts';

const thing: EventSchemas = {
  name: 'thing',
  renamed: { ThingTold: 'ThingReported' },
  upcast: { ThingReported: { 1: renameFields({ who: 'by' }), 2: (data) => ({ ...data, count: 0 }) } },
};
const upcast = openUpcasting(new Map([['thing', thing]]));

function stored(type: string, data: object, schemaVersion?: number, stream = 'thing-1'): StoredEvent {
  const actor = { kind: 'system' as const, empId: null, name: 'test' };
  return {
    ...{
      position: 1,
      stream,
      version: 1,
      id: 'e',
      type,
      at: '2026-11-18T05:00:00.000Z',
      actor,
      data,
      correlationId: 'c',
    },
    ...(schemaVersion ? { schemaVersion } : {}),
  };
}

describe('upcasting', () => {
  test('an event without a version is read as version 1 and passes every upcaster', () => {
    expect(upcast(stored('ThingReported', { who: 'Asha', at: 1 }))).toMatchObject({
      data: { by: 'Asha', at: 1, count: 0 },
      schemaVersion: 3,
    });
  });
  test('an event of a later version passes only the upcasters from there', () => {
    expect(upcast(stored('ThingReported', { by: 'Asha' }, 2)).data).toEqual({ by: 'Asha', count: 0 });
  });
  test('an upcaster that throws fails whoever reads the data, under the current name of the event', () => {
    const broken = openUpcasting(
      new Map([
        [
          'thing',
          {
            name: 'thing',
            renamed: { ThingTold: 'ThingReported' },
            upcast: { ThingReported: { 1: ({ who }: any) => ({ by: who.name.trim() }) } },
          },
        ],
      ]),
    );
    const event = broken(stored('ThingTold', { who: null }));
    expect(event.type).toBe('ThingReported');
    expect(() => event.data).toThrow(UnreadableEvent);
    expect(broken(stored('ThingTold', { who: { name: ' Asha' } })).data).toEqual({ by: 'Asha' });
  });
  test('a renamed type is read under its current name', () => {
    expect(upcast(stored('ThingTold', { who: 'Asha' }))).toMatchObject({
      type: 'ThingReported',
      data: { by: 'Asha' },
    });
  });
  test('a current event and one of another stream are the same objects', () => {
    const current = stored('Other', {}, 1, 'other-1');
    expect(upcast(current)).toBe(current);
    expect(upcast(stored('ThingReported', { by: 'Asha', count: 2 }, 3)).data).toEqual({
      by: 'Asha',
      count: 2,
    });
  });
  test('an event without a way to the current version can be passed on, and fails whoever reads its data', () => {
    const gap = openUpcasting(
      new Map([['thing', { name: 'thing', upcast: { ThingReported: { 2: (data) => data } } }]]),
    );
    const event = gap(stored('ThingReported', {}));
    expect(event).toMatchObject({ stream: 'thing-1', position: 1, type: 'ThingReported', schemaVersion: 3 });
    expect(() => event.data).toThrow(UnreadableEvent);
    expect(() => event.data).toThrow('thing: no upcaster brings ThingReported from schema version 1 to 2');
    expect(unreadableOf(event)?.message).toContain('ThingReported of thing-1 at position 1');
    expect(unreadableOf(stored('Other', {}))).toBeNull();
  });
  test('the version that is written follows the last upcaster', () => {
    expect(schemaVersionOf(thing, 'ThingReported')).toBe(3);
    expect(schemaVersionOf(thing, 'ThingEnded')).toBe(1);
  });
});
