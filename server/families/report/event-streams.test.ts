import { expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { hasEvents, streamsOf } from '#shared/families/report.ts';
import { allReports } from '../../core/registers.ts';

const withEvents = allReports().filter(hasEvents);
const kinds = ['product', 'molecule', 'campEvent', 'eventAttendee'];

it('most reports open from a row to its events, and those whose subject does not name its streams do not', () => {
  expect(withEvents.length).toBeGreaterThan(allReports().length / 2);
  expect(allReports().map(({ model }) => model.name)).toContain('customer_purchases');
  expect(withEvents.map(({ model }) => model.name)).not.toContain('customer_purchases');
});

it.each(withEvents.map((def) => [def.name, def.model] as const))(
  '%s finds the events of a subject in the streams that it is folded from',
  (_name, model) => {
    const streams = model.streams
      .flatMap((stream) => [`${stream}-7`, ...kinds.map((kind) => `${stream}-${kind}-7`)])
      .filter((stream) =>
        streamsOf(
          model,
          model.subject({ stream, type: 'MasterRecordCreated' } as StoredEvent) ?? '',
        ).includes(stream),
      );
    expect(streams.map((stream) => stream.split('-')[0])).toEqual(expect.arrayContaining([...model.streams]));
  },
);
