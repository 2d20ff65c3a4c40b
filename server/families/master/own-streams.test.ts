import { describe, expect, test } from 'vitest';
import { allMasters, allStreams } from '#server/core/registers.ts';
import type { MasterCommand } from '#shared/families/master-def.ts';

/** Every command that edits fields of a record with a stream of its own, over the whole register. */
const streams = allStreams();
const edits = [
  ...new Map(
    allMasters()
      .filter((def) => def.source)
      .flatMap((def) => def.commands ?? [])
      .filter(({ start, creates, merges, versioned }) => !creates && versioned && (start ?? merges))
      .map((command): [string, MasterCommand] => [`${command.aggregate}/${command.command}`, command]),
  ),
];

describe('records with a stream of their own', () => {
  test.each(edits)(
    'given %s, then it merges with what others changed',
    (_name, { aggregate, command, merges }) => {
      const def = streams.get(aggregate)!;
      const own = def.commands[command]!;
      expect(own.merges).toBeDefined();
      expect(def.mergedFields?.length).toBeGreaterThan(0);
      if (merges) expect(own.versioned).toBe('merge');
    },
  );

  test('given a stream with such a command, then each field it sets is one whose changes are noted', () => {
    for (const [, def] of streams)
      for (const [name, { input, merges }] of Object.entries(def.commands)) {
        if (!merges) continue;
        // A probe that answers every field, so that the names a command compares can be read.
        const asked = Object.keys(merges(probeOf(input)));
        for (const field of asked) expect(def.mergedFields, `${def.name}/${name}: ${field}`).toContain(field);
      }
  });

  test('covers the whole register', () => {
    expect(edits.map(([name]) => name).sort()).toEqual(
      [
        'customer/changeAddresses',
        'customer/changeRank',
        'customer/setCallHours',
        'customer/updateDetails',
        'employee/changeDesignation',
        'employee/changeManager',
        'employee/assignRole',
        'employee/updateDetails',
        'lead/moveCallback',
        'lead/updateDetails',
      ].sort(),
    );
  });
});

/** A value for each field of a command's input; only the names matter. */
function probeOf(input: unknown): Record<string, unknown> {
  const shape = (input as { shape?: Record<string, unknown> }).shape ?? {};
  return Object.fromEntries(
    Object.keys(shape).map((name) => [
      name,
      name === 'details' ? {} : name === 'permissionGroupsList' ? [] : 1,
    ]),
  );
}
