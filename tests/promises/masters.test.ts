import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import { languages } from '#shared/core/translations.ts';
import { masterStory } from '#shared/families/master-story.ts';
import type { Handled } from '#server/core/parts.ts';
import { allFeeds, allMasters } from '#server/core/registers.ts';
import { freshDatabase } from '../kit/database.ts';
import {
  cast,
  chief,
  systemItself,
  makeCustomer,
  openMasterServer,
  personWith,
  type MasterServer,
} from '../kit/master-server.ts';
import { openPool } from '#tests/kit/connections.ts';
import { rotated } from '#tests/kit/sampled.ts';

/** The promises of every master, over the whole register. */

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
const own = defs.filter((def) => !def.source);
/** Refusals of a step that needs another record's step first. */
const needsAnother = ['masterInUse', 'masterInUseActive', 'eventNotOpen'];

test('every master is listed once, under a route of the specification', () => {
  expect(new Set(defs.map((def) => def.name)).size).toBe(defs.length);
  const known = new Set(screens.map((screen) => screen.path));
  const shown = defs.filter((def) => def.route !== '');
  expect(shown.map((def) => `/${def.route}`).filter((route) => !known.has(route))).toEqual([]);
  for (const def of shown) {
    const screen = screens.find(({ path }) => path === `/${def.route}`);
    // A screen of an area has no right of its own; its master names one of the area.
    if (screen?.guard !== 'area') expect(screen).toMatchObject({ group: def.group, entity: def.entity });
  }
});

test('every title, field, column, option and stage is translated, and every lookup has a master', () => {
  for (const def of defs) {
    const wanted = [
      'title',
      ...def.columns.map((column) => `column.${column.name}`),
      ...def.fields.flatMap((field) => [
        `field.${field.name}`,
        ...Object.keys(field.options ?? {}).map((value) => `option.${field.name}.${value}`),
      ]),
      ...Object.keys(def.stages?.names ?? {}).map((name) => `stage.${name}`),
    ];
    for (const language of languages)
      expect(
        wanted.filter((key) => !def.translations[language]?.[key]),
        `${def.name} in ${language}`,
      ).toEqual([]);
    expect(
      def.fields
        .filter((field) => field.lookup && !defOf(field.lookup))
        .map((field) => `${def.name}.${field.name}`),
    ).toEqual([]);
    expect(allFeeds().has(`masters/${def.name}`)).toBe(true);
  }
});

test('every example is a valid record: validating it changes nothing', () => {
  for (const def of own) {
    const once = def.check(def.example, { today: '2026-11-18', before: null });
    expect(once.problems, def.name).toBeUndefined();
    const twice = def.check(once.fields!, { today: '2026-11-18', before: null });
    expect(twice.fields, def.name).toEqual(once.fields);
  }
});

describe('stories', () => {
  let server: MasterServer;
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase();
    ({ url, drop } = fresh);
  });
  afterAll(async () => {
    await server.close();
    await drop();
  });

  test('the story of every master runs to its end on one server, and lists rebuilt from zero are equal', async () => {
    const { migrate } = await import('#server/store/migrate.ts');
    const pool = openPool(url);
    await migrate(pool);
    await pool.end();
    server = await openMasterServer({ databaseUrl: url });
    await makeCustomer(server);
    const made = new Set<string>();
    /** Records that another story needs active before their own story activates them. */
    const readied = new Set<string>();
    const ends: { kind: string; steps: (() => Promise<Handled>)[] }[] = [];
    for (const def of new Map(own.map((one) => [one.kind, one])).values()) {
      const story = masterStory(def, defOf);
      const last: (() => Promise<Handled>)[] = [];
      ends.push({ kind: def.kind, steps: last });
      for (const step of story) {
        const key = `${step.stream} ${step.command}`;
        if (step.as === 'system' && step.command === 'move') readied.add(step.stream);
        const again = made.has(key) && (step.command === 'create' || step.as === 'system');
        if (again) continue;
        made.add(key);
        const send = async (): Promise<Handled> => {
          const version = (await server.log.readStream(step.stream)).length;
          return server.command(step.stream, step.command, step.input, {
            as: step.as === 'system' ? systemItself : (cast[step.as] ?? chief),
            ...(step.as === 'system' ? {} : { seen: version }),
          });
        };
        if (step.as !== 'system' && step.command !== 'update') last.push(send);
        else expect(await send(), `${def.name}: ${key}`).not.toHaveProperty('refused');
      }
    }
    // A step that ends a record waits until nothing needs the record any more.
    for (let open = ends; open.length > 0;) {
      const waiting: typeof ends = [];
      let finished = 0;
      for (const story of open) {
        // The stories take turns step by step: an event is open for its guests only between two steps of its
        // own.
        if (story.steps.length > 0) {
          const emitted = await story.steps[0]!();
          if ('refused' in emitted && needsAnother.includes(String(emitted.code))) {
            waiting.push(story);
            continue;
          }
          const early =
            'refused' in emitted &&
            emitted.code === 'wrongStage' &&
            (emitted.details as { readonly stage?: unknown } | undefined)?.stage === 'active' &&
            readied.has(`master-${story.kind}-1`);
          if (!early)
            expect(
              emitted,
              `${story.kind}: ${story.steps.length} steps left, ${JSON.stringify(emitted)}`,
            ).not.toHaveProperty('refused');
          story.steps.shift();
          finished += 1;
        }
        if (story.steps.length > 0) waiting.push(story);
      }
      if (finished === 0) {
        // Only records referenced by one that cannot be cancelled are needed for ever.
        const people = defs
          .filter((def) => def.source)
          .flatMap((def) => def.fields.map((field) => field.lookup));
        const needed = [
          ...people,
          ...own
            .filter((def) => !def.rights.includes('delete'))
            .flatMap((def) => masterStory(def, defOf).map((step) => step.stream.split('-')[1])),
        ];
        expect(waiting.map((story) => story.kind).filter((kind) => !needed.includes(kind))).toEqual([]);
        break;
      }
      open = waiting;
    }
    expect(made.size).toBeGreaterThan(own.length);
    await server.masters.rows.reached(server.log.head());
    const dump = async () =>
      (
        await server.pool.query(
          'select kind, id, code, name, status, cancelled, stage, stage_at, merged_into, fields, version, updated_by, search from master_rows order by kind, id',
        )
      ).rows;
    const refs = async () =>
      (await server.pool.query('select * from master_refs order by 1, 2, 3, 4, 5')).rows;
    const [before, refsBefore] = [await dump(), await refs()];
    expect(before.length).toBeGreaterThanOrEqual(new Set(own.map((def) => def.kind)).size);
    await server.masters.rows.rebuild();
    expect(await dump()).toEqual(before);
    expect(await refs()).toEqual(refsBefore);
    expect(server.faults).toEqual([]);
  });

  test('every list can be searched, and sorted and filtered by each of its columns', async () => {
    for (const [at, def] of defs.entries()) {
      for (const column of rotated(def.columns, at)) {
        const sorted = await server.call(
          'GET',
          `/masters-list/${encodeURIComponent(def.name)}?sort=-${column.name}&records=5`,
        );
        expect(sorted.status, `${def.name} by ${column.name}: ${JSON.stringify(sorted.body)}`).toBe(200);
        const blank = await server.call(
          'GET',
          `/masters-list/${encodeURIComponent(def.name)}?filter=${encodeURIComponent(JSON.stringify({ [column.name]: { op: 'notBlank' } }))}&records=5`,
        );
        expect(blank.status, `${def.name} filtered by ${column.name}: ${JSON.stringify(blank.body)}`).toBe(
          200,
        );
      }
      // The screen offers "only those without one" for references that a record may leave empty.
      for (const field of def.filters.filter(({ lookup, required }) => lookup && !required)) {
        const without = await server.call(
          'GET',
          `/masters-list/${encodeURIComponent(def.name)}?filter=${encodeURIComponent(JSON.stringify({ [field.name]: { op: 'blank' } }))}&records=5`,
        );
        expect(without.status, `${def.name} without ${field.name}: ${JSON.stringify(without.body)}`).toBe(
          200,
        );
      }
      expect(
        (await server.call('GET', `/masters-list/${encodeURIComponent(def.name)}?q=a%25_%27`)).status,
      ).toBe(200);
    }
  });

  test('a stranger is refused on every channel of every master', async () => {
    const stranger = personWith(['Masters/nothing:view', 'Reports/labMaster:access']);
    for (const [n, def] of defs.entries()) {
      const at = encodeURIComponent(def.name);
      const urls = [
        `/masters-list/${at}`,
        `/masters-record/${at}/1`,
        `/masters-record/${at}/1/history`,
        `/masters-record/${at}/1/used-by`,
        `/masters-lookup/${at}/${def.fields.find((field) => field.lookup)?.name ?? 'x'}?q=`,
        `/masters-duplicates/${at}?vName=x`,
        `/masters-export/${at}`,
        `/masters-import/${at}`,
        `/masters-import/${at}/template`,
        `/masters-views/${at}`,
      ];
      for (const url of rotated(urls, n, 3)) {
        expect((await server.call('GET', url, undefined, stranger)).status, url).toBe(403);
        expect((await server.call('GET', url, undefined, null)).status, url).toBe(401);
      }
      const feed = allFeeds().get(`masters/${def.name}`)!;
      expect(String(feed.need)).toBe(def.need('view'));
      if (def.source) continue;
      for (const command of ['create', 'update', 'activate', 'deactivate', 'cancel', 'move']) {
        expect(
          await server.command(
            `master-${def.kind}-1`,
            command,
            command === 'create' || command === 'update'
              ? { fields: {} }
              : command === 'move'
                ? { action: Object.keys(def.stages?.actions ?? { x: 1 })[0] }
                : {},
            { as: stranger, seen: 1 },
          ),
          `${def.name} ${command}`,
        ).toMatchObject({ status: 403 });
      }
    }
  });
});

test('the calls of the specification answer from the same rows, page by page, with an ETag', async () => {
  const server = await openMasterServer();
  try {
    for (const n of [1, 2, 3])
      await server.must('master-qualification-new', 'create', {
        fields: { vCode: `Q${n}`, vName: `Degree ${n}` },
      });
    const first = await server.call('GET', '/masters/api/v2/QualificationMaster?pageNo=0&records=2');
    expect(first.body).toMatchObject([
      { iQualificationId: 1, vQualification: 'Degree 1', iStatus: 1, iOrgId: 1, version: 1 },
      { iQualificationId: 2 },
    ]);
    expect(first.headers['x-total-count']).toBe('3');
    expect(
      (await server.call('GET', '/masters/api/v2/QualificationMaster?vQualification=degree%203')).body,
    ).toMatchObject([{ iQualificationId: 3 }]);
    expect(
      (await server.call('GET', `/masters/api/v2/QualificationMaster?modifiedSince=2030-01-01T00:00:00.000Z`))
        .body,
    ).toEqual([]);
    await makeCustomer(server);
    const patients = (as?: Parameters<typeof server.call>[3]) =>
      server.call('GET', '/customer/api/v2/PatientMaster?vPatientName=savitri', undefined, as);
    expect((await patients()).body).toMatchObject([
      { iPatientId: 1, vPatientName: 'Savitri Rao', iCustomerId: 1, iPooId: 1 },
    ]);
    expect((await patients(personWith(['Masters/customerMasterV2:view'], { poos: [3] }))).body).toEqual([]);
    expect((await patients(personWith([]))).status).toBe(403);
    for (const step of masterStory(defOf('dayEndExclusion')!, defOf).filter(
      (one) => one.as === 'system' && !one.stream.startsWith('master-dayEndExclusion'),
    ))
      expect(
        await server.command(step.stream, step.command, step.input, { as: systemItself }),
      ).not.toHaveProperty('refused');
    const made = await server.call('POST', '/employee/api/v2/dayendexclusion', {
      iEmpId: 1,
      dFrom: '2026-11-01',
      dTo: '2026-11-30',
      vReason: 'Head office',
    });
    expect(made).toMatchObject({ status: 201, body: { iDayEndExclusionId: 1, iEmpId: 1, version: 1 } });
    expect(
      (
        await server.call('POST', '/employee/api/v2/dayendexclusion', {
          iEmpId: 1,
          dFrom: '2026-11-15',
          vReason: 'Head office again',
        })
      ).body,
    ).toMatchObject({ code: 'overlaps' });
    expect(
      (await server.call('GET', '/employee/api/v2/dayendexclusion', undefined, personWith([]))).status,
    ).toBe(403);
  } finally {
    await server.close();
  }
});
