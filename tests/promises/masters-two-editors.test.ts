import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { addDays } from '#shared/core/day.ts';
import { canonical } from '#shared/core/hash.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { masterStory } from '#shared/families/master-story.ts';
import { makeCustomer, openMasterServer, personWith, type MasterServer } from '../kit/master-server.ts';

/**
 * Experience no. 22, over the whole register: two people change one record, and no change of either is lost
 * unnoticed.
 */

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
/** One screen per kind with editable fields: the one with the most. */
const edited = [
  ...Map.groupBy(
    defs.filter((def) => !def.source && def.rights.includes('edit')),
    (def) => def.kind,
  ).values(),
].map((group) => group.find((def) => !def.changeable) ?? group[0]!);

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  await makeCustomer(server);
});
afterAll(() => server?.close());

/**
 * Kinds whose only editable fields are references; a second and a third referenced record are made for them.
 */
const others = new Set(['territoryTray', 'labTestMapping']);
const theServer = personWith([], { kind: 'system', empId: null, sessionId: null });

async function makeOthers(def: MasterDef): Promise<void> {
  for (const kind of new Set(def.fields.flatMap((field) => field.lookup ?? [])))
    for (const id of [2, 3]) {
      const fields = { ...defOf(kind)!.example, vCode: `OTHER-${id}`, vName: `Another ${id}` };
      expect(
        await server.command(`master-${kind}-${id}`, 'create', { fields }, { as: theServer }),
        kind,
      ).not.toHaveProperty('refused');
    }
}

/** Another valid value of a field, or undefined where that would need other records. */
function another(def: MasterDef, field: MasterField, fields: Fields, nth: number): unknown {
  const now = fields[field.name];
  const candidates = ((): unknown[] => {
    switch (field.kind) {
      case 'text':
      case 'paragraph':
        return [`${String(now ?? 'Text')} ${'ab'[nth]}`, `${String(now ?? 'TX')}${nth + 1}`];
      case 'number':
      case 'money':
      case 'decimal':
      case 'percent':
        return [1, 2, 3].map((by) => Number(now ?? field.min ?? 0) + by + nth * 3);
      case 'yesNo':
        return nth === 0 ? [now === 1 ? 0 : 1] : [];
      case 'choice':
        return Object.keys(field.options ?? {})
          .filter((one) => one !== now)
          .slice(nth);
      case 'date':
        return [1, 2, 3, 4].map((by) => addDays(String(now ?? '2026-11-24'), by + nth * 4));
      case 'reference':
        return others.has(def.kind) ? [2, 3].slice(nth) : [];
      case 'choices':
        return Object.keys(field.options ?? {})
          .slice(nth)
          .map((one) => [one]);
      default:
        return [];
    }
  })();
  // A masked value is validated as the editor sees it.
  const secrets = def.fields.filter((one) => one.secret && fields[one.name] != null);
  const whole = { ...fields, ...Object.fromEntries(secrets.map(({ name }) => [name, def.example[name]])) };
  return candidates.find((value) => {
    if (value === undefined || value === now) return false;
    const checked = def.check({ ...whole, [field.name]: value }, { today: '2026-11-18', before: whole });
    return (
      checked.fields !== undefined && canonical(checked.fields[field.name] ?? null) !== canonical(now ?? null)
    );
  });
}
/**
 * Fields whose new value applies at once, visible to its author: not masked, and not waiting for a second
 * person.
 */
const changeable = (def: MasterDef): readonly MasterField[] =>
  def.fields.filter(
    (field) =>
      !field.secret &&
      !field.kept &&
      !def.checked?.fields.includes(field.name) &&
      !field.readOnly &&
      !field.readOnlyAfterUse &&
      !field.visibleWhen &&
      (!def.changeable || def.changeable.includes(field.name)),
  );

/** The fields an editor sees: the record's own, without its counts. */
const stand = async (def: MasterDef): Promise<{ fields: Fields; version: number }> => {
  const { fields, version } = (await server.call('GET', `/masters-record/${def.name}/1`)).body.row as {
    fields: Fields;
    version: number;
  };
  const own = new Set(def.fields.map(({ name }) => name));
  return { fields: Object.fromEntries(Object.entries(fields).filter(([name]) => own.has(name))), version };
};
const editor = (name: string, empId: number) =>
  personWith([], { empId, name, admin: true, sessionId: `session-${empId}` });
const [first, second] = [editor('First Editor', 41), editor('Second Editor', 42)];

test.each(edited.map((def) => [def.name, def] as const))('%s', async (_name, def) => {
  for (const step of masterStory(def, defOf)) {
    if (step.as !== 'system') break;
    const there = (await server.log.readStream(step.stream)).length;
    if (there === 0 || step.command !== 'create') {
      const emitted = await server.command(step.stream, step.command, step.input, { as: theServer });
      if ('refused' in emitted && !['alreadyExists', 'wrongStage'].includes(String(emitted.code)))
        expect(emitted).not.toHaveProperty('refused');
    }
  }
  if (others.has(def.kind) && (await server.log.readStream(`master-${def.kind}-1`)).length === 1)
    await makeOthers(def);
  await server.masters.rows.reached(server.log.head());
  const seen = await stand(def);
  const found = changeable(def).filter((field) => another(def, field, seen.fields, 0) !== undefined);
  expect(found.length, `${def.name} has a field that two people could change`).toBeGreaterThan(0);
  const stream = `master-${def.kind}-1`;
  const put = (as: typeof first, fields: Fields) =>
    server.command(stream, 'update', { fields }, { as, seen: seen.version });

  const [one, other] = found;
  const theirs = another(def, one!, seen.fields, 0);
  expect(await put(first, { [one!.name]: theirs }), def.name).not.toHaveProperty('refused');
  const after = await stand(def).then((row) => row.fields[one!.name] ?? null);

  // Another field, from the previously seen version: both are kept.
  const beside = other && another(def, other, { ...seen.fields, [one!.name]: theirs }, 0);
  if (other && beside !== undefined) {
    expect(await put(second, { [other.name]: beside }), `${def.name}: ${other.name}`).not.toHaveProperty(
      'refused',
    );
    await server.masters.rows.reached(server.log.head());
    const both = (await stand(def)).fields;
    expect(canonical(both[one!.name] ?? null)).toBe(canonical(after));
    expect(both[other.name]).not.toEqual(seen.fields[other.name]);
  }

  // The same field: refused with both values, the author and the time of the other; the current value stays.
  const mine = [another(def, one!, seen.fields, 1), seen.fields[one!.name] ?? null].find(
    (value) => value !== undefined,
  )!;
  const emitted = (await put(second, { [one!.name]: mine })) as {
    code?: string;
    status?: number;
    details?: { conflicts?: Fields[]; by?: string };
  };
  expect(emitted, def.name).toMatchObject({ code: 'fieldConflict', status: 409 });
  expect(emitted.details!.conflicts).toHaveLength(1);
  expect(emitted.details!.conflicts![0]).toMatchObject({
    field: one!.name,
    mine,
    theirs: after,
    by: 'First Editor',
  });
  expect(Date.parse(String(emitted.details!.conflicts![0]!.at))).toBe(server.clock.now());
  await server.masters.rows.reached(server.log.head());
  expect(canonical((await stand(def)).fields[one!.name] ?? null)).toBe(canonical(after));
});

test('covers the whole register', () => {
  expect(edited.length).toBeGreaterThan(60);
});
