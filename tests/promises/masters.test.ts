import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeLines, readHeadings } from '#server/families/master/judge-lines.ts';
import { screens } from '#shared/access/screens.ts';
import { languages } from '#shared/core/words.ts';
import { csvCell, csvLine, headingsOf, recordCells } from '#shared/families/master-sheet.ts';
import { masterStory } from '#shared/families/master-story.ts';
import type { Handled } from '#server/house.ts';
import { allFeeds, allMasters } from '#server/registers.ts';
import { freshDatabase } from '../kit/database.ts';
import { cast, chief, houseItself, makeCustomer, openMasterHouse, personWith, type MasterHouse } from '../kit/master-house.ts';
import { openPool } from '#tests/kit/connections.ts';

/** What every master promises, over the whole register. */

const defs = allMasters();
const defOf = (kind: string) => defs.find((def) => def.kind === kind);
const own = defs.filter((def) => !def.source);

test('every master is listed once, under a route the owner names', () => {
  expect(new Set(defs.map((def) => def.name)).size).toBe(defs.length);
  const known = new Set(screens.map((screen) => screen.path));
  const shown = defs.filter((def) => def.route !== '');
  expect(shown.map((def) => `/${def.route}`).filter((route) => !known.has(route))).toEqual([]);
  for (const def of shown) expect(screens.find((screen) => screen.path === `/${def.route}`)).toMatchObject({ group: def.group, entity: def.entity });
});

test('every title, field, column, option and stage has a word in both languages, and every lookup a master', () => {
  for (const def of defs) {
    const wanted = [
      'title',
      ...def.columns.map((column) => `column.${column.key}`),
      ...def.fields.flatMap((field) => [`field.${field.name}`, ...Object.keys(field.options ?? {}).map((value) => `option.${field.name}.${value}`)]),
      ...Object.keys(def.stages?.names ?? {}).map((name) => `stage.${name}`),
    ];
    for (const language of languages)
      expect(
        wanted.filter((key) => !def.words[language]?.[key]),
        `${def.name} in ${language}`,
      ).toEqual([]);
    expect(def.fields.filter((field) => field.lookup && !defOf(field.lookup)).map((field) => `${def.name}.${field.name}`)).toEqual([]);
    expect(allFeeds().has(`masters/${def.name}`)).toBe(true);
  }
});

test('every example is a true record: checked again it is the same', () => {
  for (const def of own) {
    const once = def.check(def.example, { today: '2026-11-18', before: null });
    expect(once.problems, def.name).toBeUndefined();
    const twice = def.check(once.fields!, { today: '2026-11-18', before: null });
    expect(twice.fields, def.name).toEqual(once.fields);
  }
});

describe('stories', () => {
  let house: MasterHouse;
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase();
    ({ url, drop } = fresh);
  });
  afterAll(async () => {
    await house.close();
    await drop();
  });

  test('every master tells its story from beginning to end, all in one house, and rebuilt from zero its lists are equal', async () => {
    const { migrate } = await import('#server/store/migrate.ts');
    const pool = openPool(url);
    await migrate(pool);
    await pool.end();
    house = await openMasterHouse({ databaseUrl: url });
    await makeCustomer(house);
    const made = new Set<string>();
    const ends: { kind: string; steps: (() => Promise<Handled>)[] }[] = [];
    for (const def of new Map(own.map((one) => [one.kind, one])).values()) {
      const story = masterStory(def, defOf);
      const last: (() => Promise<Handled>)[] = [];
      ends.push({ kind: def.kind, steps: last });
      for (const step of story) {
        const key = `${step.stream} ${step.command}`;
        const again = made.has(key) && (step.command === 'create' || step.as === 'system');
        if (again) continue;
        made.add(key);
        const tell = async (): Promise<Handled> => {
          const version = (await house.log.readStream(step.stream)).length;
          return house.order(step.stream, step.command, step.input, {
            as: step.as === 'system' ? houseItself : (cast[step.as] ?? chief),
            ...(step.as === 'system' ? {} : { seen: version }),
          });
        };
        if (step.as !== 'system' && step.command !== 'update') last.push(tell);
        else expect(await tell(), `${def.name}: ${key}`).not.toHaveProperty('refused');
      }
    }
    // What ends a record waits until nothing needs it any more.
    for (let open = ends; open.length > 0;) {
      const waiting: typeof ends = [];
      for (const story of open) {
        while (story.steps.length > 0) {
          const told = await story.steps[0]!();
          if ('refused' in told && ['masterInUse', 'masterInUseActive'].includes(String(told.code))) break;
          expect(told).not.toHaveProperty('refused');
          story.steps.shift();
        }
        if (story.steps.length > 0) waiting.push(story);
      }
      if (waiting.length === open.length) {
        // Only what a record that cannot be cancelled names is needed for ever.
        const people = defs.filter((def) => def.source).flatMap((def) => def.fields.map((field) => field.lookup));
        const needed = [
          ...people,
          ...own.filter((def) => !def.rights.includes('delete')).flatMap((def) => masterStory(def, defOf).map((step) => step.stream.split('-')[1])),
        ];
        expect(waiting.map((story) => story.kind).filter((kind) => !needed.includes(kind))).toEqual([]);
        break;
      }
      open = waiting;
    }
    expect(made.size).toBeGreaterThan(own.length);
    await house.masters.rows.reached(house.log.head());
    const dump = async () =>
      (
        await house.pool.query(
          'select kind, id, code, name, status, cancelled, stage, stage_at, merged_into, fields, version, updated_by, search from master_rows order by kind, id',
        )
      ).rows;
    const refs = async () => (await house.pool.query('select * from master_refs order by 1, 2, 3, 4, 5')).rows;
    const [before, refsBefore] = [await dump(), await refs()];
    expect(before.length).toBeGreaterThanOrEqual(new Set(own.map((def) => def.kind)).size);
    await house.masters.rows.rebuild();
    expect(await dump()).toEqual(before);
    expect(await refs()).toEqual(refsBefore);
    expect(house.faults).toEqual([]);
  });

  test('every list answers, sorted and filtered by each of its columns, and searched', async () => {
    for (const def of defs) {
      for (const column of def.columns) {
        const sorted = await house.call('GET', `/masters-list/${encodeURIComponent(def.name)}?sort=-${column.key}&records=5`);
        expect(sorted.status, `${def.name} by ${column.key}: ${JSON.stringify(sorted.body)}`).toBe(200);
        const blank = await house.call(
          'GET',
          `/masters-list/${encodeURIComponent(def.name)}?filter=${encodeURIComponent(JSON.stringify({ [column.key]: { op: 'notBlank' } }))}&records=5`,
        );
        expect(blank.status, `${def.name} filtered by ${column.key}: ${JSON.stringify(blank.body)}`).toBe(200);
      }
      // The screen offers "only those without one" for references that a record may leave empty.
      for (const field of def.filters.filter(({ lookup, required }) => lookup && !required)) {
        const without = await house.call(
          'GET',
          `/masters-list/${encodeURIComponent(def.name)}?filter=${encodeURIComponent(JSON.stringify({ [field.name]: { op: 'blank' } }))}&records=5`,
        );
        expect(without.status, `${def.name} without ${field.name}: ${JSON.stringify(without.body)}`).toBe(200);
      }
      expect((await house.call('GET', `/masters-list/${encodeURIComponent(def.name)}?q=a%25_%27`)).status).toBe(200);
    }
  });

  test('a stranger is refused on every channel of every master', async () => {
    const stranger = personWith(['Masters/nothing:view', 'Reports/labMaster:access']);
    for (const def of defs) {
      const at = encodeURIComponent(def.name);
      for (const url of [
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
      ]) {
        expect((await house.call('GET', url, undefined, stranger)).status, url).toBe(403);
        expect((await house.call('GET', url, undefined, null)).status, url).toBe(401);
      }
      const feed = allFeeds().get(`masters/${def.name}`)!;
      expect(String(feed.need)).toBe(def.need('view'));
      if (def.source) continue;
      for (const command of ['create', 'update', 'activate', 'deactivate', 'cancel', 'move']) {
        expect(
          await house.order(
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

test('what every master exports, in both languages and both formats, is imported again as no change at all', async () => {
  const house = await openMasterHouse();
  try {
    await makeCustomer(house);
    const told = new Set<string>();
    for (const def of own)
      for (const step of masterStory(def, defOf)) {
        if (step.as !== 'system' || told.has(`${step.stream} ${step.command}`)) continue;
        told.add(`${step.stream} ${step.command}`);
        expect(await house.order(step.stream, step.command, step.input, { as: houseItself }), `${def.name} ${step.stream}`).not.toHaveProperty('refused');
      }
    await house.masters.rows.reached(house.log.head());
    const { reading } = house.masters;
    const called = new Map(
      (await house.pool.query<{ kind: string; id: number; code: string }>('select kind, id, code from master_rows')).rows.map((row) => [
        `${row.kind}:${row.id}`,
        row.code || `#${row.id}`,
      ]),
    );
    for (const def of new Map(own.map((one) => [one.kind, one])).values()) {
      const { rows } = await house.pool.query('select id, status as "iStatus", fields from master_rows where kind = $1', [def.kind]);
      expect(rows.length, def.name).toBeGreaterThan(0);
      for (const language of languages) {
        const headings = headingsOf(def, language);
        const file = [
          headings.map((heading) => heading.label),
          ...rows.map((row) =>
            recordCells(def, headings, row, (kind, id) => called.get(`${kind}:${id}`)!, language).map((cell, i) => csvCell(headings[i]!.field, cell)),
          ),
        ];
        const { data } = Papa.parse<string[]>(file.map(csvLine).join(''), { skipEmptyLines: 'greedy' });
        const judged = await judgeLines(
          reading,
          def,
          readHeadings(def, data[0]!),
          data.slice(1).map((cells, i) => ({ line: i + 2, cells })),
          new Map(),
          '2026-11-18',
          houseItself,
        );
        expect(
          judged.map((line) => line.effect),
          `${def.name} ${language}: ${JSON.stringify(judged)}`,
        ).toEqual(rows.map(() => 'same'));
      }
    }
    for (const name of ['productMaster', 'assaymaster'])
      for (const format of ['csv', 'xlsx']) {
        const out = await house.call('GET', `/masters-export/${name}?format=${format}`);
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(out.raw)]), `records.${format}`);
        const taken = await house.call('POST', `/masters-import/${name}`, form);
        expect(taken.status, JSON.stringify(taken.body)).toBe(200);
        await house.masters.idle();
        expect((await house.call('GET', `/masters-import/${name}/${taken.body.id}`)).body.counts).toEqual({ same: 1 });
      }
    expect(house.faults).toEqual([]);
  } finally {
    await house.close();
  }
});

test('the calls of the specification answer over the same rows, page by page, with a tag', async () => {
  const house = await openMasterHouse();
  try {
    for (const n of [1, 2, 3]) await house.must('master-qualification-new', 'create', { fields: { vCode: `Q${n}`, vName: `Degree ${n}` } });
    const first = await house.call('GET', '/masters/api/v2/QualificationMaster?pageNo=0&records=2');
    expect(first.body).toMatchObject([{ iQualificationId: 1, vQualification: 'Degree 1', iStatus: 1, iOrgId: 1, version: 1 }, { iQualificationId: 2 }]);
    expect(first.headers['x-total-count']).toBe('3');
    expect((await house.call('GET', '/masters/api/v2/QualificationMaster?vQualification=degree%203')).body).toMatchObject([{ iQualificationId: 3 }]);
    expect((await house.call('GET', `/masters/api/v2/QualificationMaster?modifiedSince=2030-01-01T00:00:00.000Z`)).body).toEqual([]);
    await makeCustomer(house);
    const patients = (as?: Parameters<typeof house.call>[3]) => house.call('GET', '/customer/api/v2/PatientMaster?vPatientName=savitri', undefined, as);
    expect((await patients()).body).toMatchObject([{ iPatientId: 1, vPatientName: 'Savitri Rao', iCustomerId: 1, iPooId: 1 }]);
    expect((await patients(personWith(['Masters/customerMasterV2:view'], { poos: [3] }))).body).toEqual([]);
    expect((await patients(personWith([]))).status).toBe(403);
    for (const step of masterStory(defOf('dayEndExclusion')!, defOf).filter((one) => one.as === 'system' && !one.stream.startsWith('master-dayEndExclusion')))
      expect(await house.order(step.stream, step.command, step.input, { as: houseItself })).not.toHaveProperty('refused');
    const made = await house.call('POST', '/employee/api/v2/dayendexclusion', { iEmpId: 1, dFrom: '2026-11-01', dTo: '2026-11-30', vReason: 'Head office' });
    expect(made).toMatchObject({ status: 201, body: { iDayEndExclusionId: 1, iEmpId: 1, version: 1 } });
    expect((await house.call('POST', '/employee/api/v2/dayendexclusion', { iEmpId: 1, dFrom: '2026-11-15', vReason: 'Head office again' })).body).toMatchObject(
      { code: 'overlaps' },
    );
    expect((await house.call('GET', '/employee/api/v2/dayendexclusion', undefined, personWith([]))).status).toBe(403);
  } finally {
    await house.close();
  }
});
