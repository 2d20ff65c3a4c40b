import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, addDays, showDay } from '#shared/core/day.ts';
import { bulkSteps } from '#shared/families/master-bulk.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { masterStory } from '#shared/families/master-story.ts';
import { allMasters } from '#server/core/registers.ts';
import { chief, openMasterServer, systemItself, type MasterServer } from '#tests/kit/master-server.ts';

/** A limit that held on a past day holds there for good: a change is a new record from a later day. */

const today = '2026-11-18';
const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
const limits = defs.filter(({ inForceFrom }) => inForceFrom !== undefined);

/** The required day of a master from which a record counts until another one starts. */
function openDay({ fields, stages, source }: MasterDef): string | undefined {
  const days = fields.filter(({ kind }) => kind === 'date');
  const from = days.find(({ name, required }) => required && name.endsWith('From'));
  return stages || source || days.some(({ name }) => name.endsWith('To')) ? undefined : from?.name;
}

test('every master whose records count from a day until the next one keeps those in force', () => {
  expect(limits.map(({ name }) => name).toSorted()).toEqual(
    defs
      .filter(openDay)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(limits.length).toBeGreaterThan(3);
  for (const def of limits) {
    expect(def.inForceFrom, def.name).toBe(openDay(def));
    const at = (day: string): readonly string[] =>
      def.uniques.flatMap(({ keys }) => keys({ ...def.example, [def.inForceFrom!]: day }));
    expect(
      at('2027-01-01').filter((key) => at('2027-01-02').includes(key)),
      `${def.name}: one of a day`,
    ).toEqual([]);
  }
});

describe.each(limits.map((def) => [def.name, def] as const))('%s', (_name, def) => {
  const from = def.inForceFrom!;
  let server: MasterServer;
  let kept: Fields;
  const stream = (id: number): string => `master-${def.kind}-${id}`;
  const create = (day: string, as = chief, more: object = {}) =>
    server.command(
      `master-${def.kind}-new`,
      'create',
      { fields: { ...def.example, [from]: day }, ...more },
      { as },
    );
  const bring = async (csv: string) => {
    const form = new FormData();
    form.append('file', new Blob([csv]), 'limits.csv');
    const taken = await server.call('POST', `/masters-import/${def.name}`, form);
    await server.masters.idle();
    return taken.status === 200
      ? server.call('GET', `/masters-import/${def.name}/${taken.body.id}?records=50`)
      : taken;
  };
  const fieldsNow = async (id: number) => {
    await server.masters.rows.reached(server.log.head());
    const { rows } = await server.pool.query<Record<string, unknown>>(
      'select fields, status, cancelled from master_rows where kind = $1 and id = $2',
      [def.kind, id],
    );
    return rows[0];
  };
  /** Some other value that the field accepts. */
  const other = ({ kind, max }: MasterDef['fields'][number], value: unknown): unknown =>
    kind === 'number' || kind === 'money' || kind === 'percent'
      ? Number(value ?? 0) + (max !== undefined && Number(value ?? 0) >= max ? -1 : 1)
      : kind === 'time'
        ? '10:45'
        : kind === 'text'
          ? `${String(value)} again`
          : null;

  beforeAll(async () => {
    server = await openMasterServer();
    const needed = masterStory(def, defOf).filter(
      ({ as, stream: one }) => as === 'system' && !one.startsWith(`master-${def.kind}-`),
    );
    for (const { stream: one, command, input } of needed)
      await server.must(one, command, input, { as: systemItself });
    const made = await create(addDays(today, 1));
    expect(made).not.toHaveProperty('refused');
    // One more that does not count, as it is inactive.
    expect(await create(addDays(today, 2), chief, { iStatus: 0 })).not.toHaveProperty('refused');
    kept = (await fieldsNow(1))!;
  });
  afterAll(() => server?.close());

  test('none is made for a past day, by a person or by the server', async () => {
    for (const as of [chief, systemItself])
      expect(await create(addDays(today, -1), as)).toMatchObject({ code: 'dateInPast', field: from });
  });

  test('one of a later day is not moved into the past', async () => {
    const input = { fields: { [from]: addDays(today, -1) } };
    expect(await server.command(stream(1), 'update', input, { seen: 1 })).toMatchObject({
      code: 'dateInPast',
      field: from,
    });
  });

  describe('once its day has come', () => {
    beforeAll(() => {
      server.clock.at += 5 * DAY_MS;
    });
    afterAll(() => {
      server.clock.at -= 5 * DAY_MS;
    });
    const commands: readonly (readonly [string, object])[] = [
      ...def.fields.map(
        (field) =>
          [
            'update',
            {
              fields: {
                [field.name]:
                  field.name === from ? addDays(today, 20) : other(field, def.example[field.name]),
              },
            },
          ] as const,
      ),
      ['deactivate', {}],
      ['cancel', {}],
      ['merge', { into: 2 }],
    ];

    test('no command changes it, in its fields, its day or its life', async () => {
      for (const as of [chief, systemItself])
        for (const [command, input] of commands) {
          const done = await server.command(stream(1), command, input, { as, seen: 1 });
          const changes =
            'refused' in done
              ? []
              : (await server.log.readStream(stream(1))).filter(({ version }) => version > 1);
          expect(changes, `${command} ${JSON.stringify(input)}`).toEqual([]);
        }
      expect(await fieldsNow(1)).toEqual(kept);
    });

    test('an inactive one does not begin to count for days that are over', async () => {
      expect(await server.command(stream(2), 'activate', {}, { seen: 1 })).toMatchObject({ code: 'inForce' });
    });

    test('a change of many records at once leaves it', async () => {
      for (const { name } of bulkSteps(def)) {
        const changed = def.fields.find(({ kind }) => kind !== 'date' && kind !== 'reference')!;
        const answer = await server.call('POST', `/masters-bulk/${def.name}`, {
          action: name,
          records: [{ id: 1, version: 1 }],
          ...(name === 'update'
            ? { fields: { [changed.name]: other(changed, def.example[changed.name]) } }
            : {}),
        });
        expect([answer.status, answer.body.results], name).toMatchObject([200, [{ ok: false }]]);
      }
      expect(await fieldsNow(1)).toEqual(kept);
    });

    test('no file changes it, begins one in the past, or takes it back', async () => {
      const columns = def.fields.filter(({ name }) => def.example[name] !== undefined);
      const cell = ({ name, kind, options }: MasterDef['fields'][number], value: unknown): string =>
        name === from
          ? showDay(String(value))
          : kind === 'reference'
            ? `#${String(value)}`
            : kind === 'choice'
              ? (options?.[String(value)]?.en ?? String(value))
              : kind === 'money' || kind === 'percent'
                ? String(Number(value) / 100)
                : String(value);
      const line = (fields: Fields): string =>
        columns.map((field) => cell(field, fields[field.name])).join(',');
      const changed = columns.find(({ kind }) => ['number', 'money', 'percent', 'time'].includes(kind))!;
      const read = await bring(
        [
          columns.map(({ label }) => label.en).join(','),
          line({ ...(kept['fields'] as Fields), [changed.name]: other(changed, def.example[changed.name]) }),
          line({ ...def.example, [from]: addDays(today, -3) }),
        ].join('\r\n'),
      );
      expect(
        [read.status, read.body.lines.map((one: { effect: string }) => one.effect)],
        JSON.stringify(read.body),
      ).toEqual([200, ['bad', 'bad']]);
      expect(await fieldsNow(1)).toEqual(kept);

      const later = await bring(
        [
          columns.map(({ label }) => label.en).join(','),
          line({ ...def.example, [from]: addDays(today, 9) }),
        ].join('\r\n'),
      );
      const path = `/masters-import/${def.name}/${later.body.id}`;
      const carry = async (what: 'apply' | 'undo') => {
        expect((await server.call('POST', `${path}/${what}`)).status).toBe(200);
        await server.masters.idle();
        return (await server.call('GET', `${path}?records=5`)).body.lines[0];
      };
      const { effect, recordId } = await carry('apply');
      expect(effect).toBe('done');
      server.clock.at += 5 * DAY_MS;
      expect((await carry('undo')).effect, 'in force by now').toBe('kept');
      server.clock.at -= 5 * DAY_MS;
      expect(await fieldsNow(recordId)).toMatchObject({ cancelled: false });
    });
  });
});
