import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema, z } from 'zod';
import { allMasters, allStreams } from '#server/core/registers.ts';
import { draftSchema } from '#shared/streams/prescriptions/prescription/content.ts';
import { fitting, type Schema } from '#tests/kit/from-schema.ts';
import { rotated } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/**
 * Whatever Unicode a text of a command is, it is refused, or what was made of it can be read and every view and every
 * policy has taken it.
 */
let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
});
afterAll(() => t?.close());

/** Texts that no store takes, as JSON escapes them. */
const broken = [
  String.raw`\u0000`,
  String.raw`a\u0000b`,
  String.raw`\ud800`,
  String.raw`x\udc00`,
  String.raw`\ud83d\ud83d`,
];
/** Texts of whole characters, and the odd ones among them. */
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    'മലയാള\u200cം',
    'ಕನ್ನಡ\u200d',
    'می\u200cخواهم',
    'e\u0301 \u00e9',
    '\u202eevil',
    '\u0007bell',
    'line\nbreak\r\n',
    '\u2028\u2029',
    '\ufeff\u200b',
    '\ufdd0\uffff',
    '👩‍👩‍👧‍👦'.repeat(4),
    '𝒳'.repeat(30),
    // Where a view cuts texts.
    ...[19, 39, 79, 159, 1_501, 1_502].map((before) => `${'x'.repeat(before)}${'😀'.repeat(400)}`),
    String.raw`\u0000`,
    String.raw`\N \.`,
    "'; --",
  ),
);

type Path = readonly (string | number)[];
/** Where a value holds texts. */
function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, [...path, key]));
}
/** The value as JSON, with this JSON text at the path. */
function jsonWith(value: unknown, path: Path, json: string): string {
  const mark = randomUUID();
  const copy = structuredClone({ value }) as any;
  const last = ['value', ...path];
  const end = last.pop()!;
  last.reduce((at, key) => at[key], copy)[end] = mark;
  return JSON.stringify(copy.value).replace(`"${mark}"`, () => json);
}
const commandsOf = () =>
  [...allStreams().values()].flatMap((stream) =>
    Object.entries(stream.commands).map(([name, { input }]) => ({
      stream: stream.name,
      url: `/commands/${stream.name}`,
      name,
      schema: toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema,
    })),
  );
async function send(
  url: string,
  payload: string,
  version?: number,
): Promise<{ status: number; text: string }> {
  const answer = await t.server.app.inject({
    method: 'POST',
    url,
    headers: {
      host: new URL(t.url).host,
      cookie: admin.cookie,
      authtoken: admin.token,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    payload,
  });
  return { status: answer.statusCode, text: answer.body };
}

test('half a character, or NUL, in any text of any command is refused', async () => {
  const wrong: string[] = [];
  const before = t.server.log.head();
  let tried = 0;
  for (const [at, { url, name, schema }] of commandsOf().entries()) {
    const [input] = fc.sample(fitting(schema), { numRuns: 1, seed: seed() + at });
    for (const path of textsOf(input))
      for (const text of rotated(broken, at, broken.length)) {
        tried += 1;
        const { status, text: said } = await send(`${url}/new/${name}`, jsonWith(input, path, `"${text}"`));
        if (status < 400 || status >= 500)
          wrong.push(`${url} ${name} ${path.join('.')} with ${text}: ${status} ${said.slice(0, 100)}`);
      }
  }
  expect(tried).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
  const written = await t.server.log.readAfter(before, 100);
  expect(written.filter(({ actor }) => actor.empId === admin.empId)).toEqual([]);
});

test(
  'any other text in any text of any command is refused, or every view and every policy takes what was made of it',
  async () => {
    const commands = commandsOf();
    // The record of each kind that changed last, where there is one.
    const { rows } = await t.server.pool.query<{ name: string; stream: string; version: number }>(
      'select distinct on (name) name, stream, version from events order by name, position desc',
    );
    const last = new Map(rows.map((row) => [row.name, row]));
    const wrong: string[] = [];
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...commands).chain((command) =>
          fc.record({
            command: fc.constant(command),
            input: fitting(command.schema),
            text: odd,
            where: fc.nat(),
            fresh: fc.boolean(),
          }),
        ),
        async ({ command: { url, stream, name }, input, text, where, fresh }) => {
          const paths = textsOf(input);
          if (paths.length === 0) return;
          const path = paths[where % paths.length]!;
          const record = fresh ? undefined : last.get(stream);
          const key = record?.stream.slice(stream.length + 1) ?? 'new';
          const { status, text: said } = await send(
            `${url}/${encodeURIComponent(key)}/${name}`,
            jsonWith(input, path, JSON.stringify(text)),
            record?.version,
          );
          statuses.add(status);
          if (status >= 500)
            wrong.push(`${url}/${key} ${name} ${path.join('.')} with ${JSON.stringify(text)}: ${said}`);
        },
      ),
      { numRuns: count('fuzzPerOperation') * 200, seed: seed() },
    );
    expect(wrong).toEqual([]);
    expect(statuses).toContain(200);
    await allTaken();
  },
  limitFor('fuzzPerOperation'),
);

test(
  'a record of any master whose texts hold any text is refused, or it can be read, listed and found',
  async () => {
    const wrong: string[] = [];
    let made = 0;
    const plain = [...allMasters()].filter(({ example, fields }) =>
      fields.some(({ name, kind }) => kind === 'text' && typeof (example as any)[name] === 'string'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...plain), odd, fc.nat(), async (def, text, where) => {
        const texts = def.fields.filter(({ name, kind }) => kind === 'text' && name in def.example);
        const { name } = texts[where % texts.length]!;
        const answer = await send(
          `/commands/master/${def.kind}-new/create`,
          JSON.stringify({ fields: { ...def.example, [name]: text } }),
        );
        if (answer.status >= 500) wrong.push(`${def.name} ${name} ${JSON.stringify(text)}: ${answer.text}`);
        if (answer.status !== 200) return;
        made += 1;
        const { recordId } = JSON.parse(answer.text) as { recordId: number };
        const read = await admin.get(`/masters-record/${encodeURIComponent(def.name)}/${recordId}`);
        if (read.status !== 200)
          wrong.push(`${def.name} ${recordId}: ${read.status} for ${JSON.stringify(text)}`);
      }),
      { numRuns: count('fuzzPerOperation') * 20, seed: seed() },
    );
    expect(wrong).toEqual([]);
    expect(made).toBeGreaterThan(0);
    for (const def of plain)
      expect([
        def.name,
        (await admin.get(`/masters-list/${encodeURIComponent(def.name)}?records=5`)).status,
      ]).toEqual([def.name, 200]);
    await allTaken();
  },
  limitFor('fuzzPerOperation'),
);

/** The texts that a schema takes, each with the way to it. */
function textFields(
  schema: z.core.$ZodType,
  path = '',
): { readonly path: string; readonly text: z.core.$ZodType }[] {
  const { def } = (schema as z.ZodType)._zod as { def: any };
  const within = (one: z.core.$ZodType, key: string) => textFields(one, `${path}.${key}`);
  switch (def.type) {
    case 'string':
      return [{ path, text: schema }];
    case 'object':
      return Object.entries<z.core.$ZodType>(def.shape).flatMap(([key, one]) => within(one, key));
    case 'array':
      return within(def.element, '*');
    case 'tuple':
      return (def.items as z.core.$ZodType[]).flatMap((one, n) => within(one, String(n)));
    case 'record':
      return [...within(def.keyType, 'key'), ...within(def.valueType, '*')];
    case 'union':
      return (def.options as z.core.$ZodType[]).flatMap((one) => textFields(one, path));
    case 'intersection':
      return [def.left, def.right].flatMap((one: z.core.$ZodType) => textFields(one, path));
    case 'lazy':
      return textFields(def.getter(), path);
    case 'pipe':
      return textFields(def.in._zod.def.type === 'transform' ? def.out : def.in, path);
    default:
      return def.innerType === undefined ? [] : textFields(def.innerType, path);
  }
}

test('every text of every command of a person refuses control characters, and stores no half of a character', () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const { name: stream, commands } of allStreams().values())
    for (const [name, { input, need }] of Object.entries(commands)) {
      if (need === 'system') continue;
      for (const { path, text } of textFields(input)) {
        tried += 1;
        const stored = (value: string): unknown => z.safeParse(text, value).data;
        for (const sign of ['\0', '\u0007', '\u001b', '\u0085'])
          if (stored(`a${sign}b`) !== undefined)
            wrong.push(`${stream}/${name} ${path} takes ${JSON.stringify(sign)}`);
        const half = stored('a\ud800b');
        if (half !== undefined && !String(half).isWellFormed())
          wrong.push(`${stream}/${name} ${path} stores a half`);
      }
    }
  expect(tried).toBeGreaterThan(700);
  expect(wrong).toEqual([]);
});

/** Where a schema takes any value under any name. */
function looseOf(schema: Schema, path: readonly (string | number)[] = []): Path[] {
  const { properties = {}, additionalProperties: more, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const open = typeof more === 'object' && Object.keys(more).length === 0;
  return [
    ...(open ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => looseOf(one, [...path, name])),
    ...(typeof items === 'object' ? looseOf(items, [...path, 0]) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => looseOf(one, path)),
  ];
}
const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });

test('a value of any shape in a command of a person holds no text that no store takes, at any depth, and is not deep', () => {
  const values: readonly unknown[] = [
    ...['a\0b', 'x\ud800', '\udc00'].flatMap((text) => [
      text,
      [[text]],
      { in: [{ [text]: 1 }] },
      { in: { at: text } },
    ]),
    ...[nested(10), nested(5_000), [[[[[[[[[[[[[[]]]]]]]]]]]]]]],
    ...[Number.NaN, Number.POSITIVE_INFINITY, JSON.parse('{"__proto__":{"a":1}}')],
  ];
  const wrong: string[] = [];
  const places = new Set<string>();
  for (const { name: stream, commands } of allStreams().values())
    for (const [name, { input, need }] of Object.entries(commands)) {
      if (need === 'system') continue;
      const schema = toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
      for (const path of looseOf(schema)) {
        places.add(`${stream}/${name}`);
        for (const value of values) {
          const at = [...path, 'anything'];
          const whole = at.reduceRight<unknown>(
            (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
            value,
          );
          const issues = z.safeParse(input, whole).error?.issues ?? [];
          if (!issues.some((issue) => at.every((key, n) => issue.path[n] === key)))
            wrong.push(`${stream}/${name} ${at.join('.')}: ${typeof value} is taken`);
        }
      }
    }
  expect([...places]).toContain('master/create');
  expect(places.size).toBeGreaterThan(4);
  expect([...new Set(wrong)]).toEqual([]);
});

test('a draft keeps no control character and nothing that turns a text, at any depth', () => {
  for (const text of ['bell\u0007', '\u202eevil', '\u2066x'])
    for (const draft of [
      { header: { reason: text }, lines: [] },
      { header: {}, lines: [{ product: { name: text } }] },
    ])
      expect([JSON.stringify(draft), z.safeParse(draftSchema, draft).success]).toEqual([
        JSON.stringify(draft),
        false,
      ]);
  const kept = { header: { reason: 'e\u0301 \n two' }, lines: [{ n: 1, product: { name: 'Dolo 650 ' } }] };
  expect(draftSchema.parse(kept)).toEqual({ ...kept, header: { reason: 'é \n two' } });
});

/** Every view and every policy has taken every event, and nothing went wrong. */
async function allTaken(): Promise<void> {
  await t.server.settled();
  const head = t.server.log.head();
  await expect
    .poll(async () =>
      (await admin.get('/health')).body.views
        .filter(({ position }: { position: number }) => position < head)
        .map(({ name }: { name: string }) => name),
    )
    .toEqual([]);
  expect((await t.server.pool.query('select consumer, position, reason from set_aside')).rows).toEqual([]);
  expect(t.faults).toEqual([]);
}
