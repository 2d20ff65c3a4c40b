import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { masterStory } from '#shared/families/master-story.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

interface Described {
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: any; readonly example?: any } };
  };
}
let server: TestServer;
let admin: Person;
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
const defs = allMasters();
beforeAll(async () => {
  server = await openTestServer();
  admin = await server.signIn('admin');
  paths = ((await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: typeof paths }).paths;
});
afterAll(() => server?.close());

const names = (one: Described | undefined, where: string): string[] =>
  (one?.parameters ?? []).filter((part) => part.in === where).map((part) => part.name);
/** A value that the parameter's own description allows. */
function sample(schema: Readonly<Record<string, unknown>>): string {
  if (schema.enum) return String((schema.enum as unknown[])[0]);
  if (schema.default !== undefined) return String(schema.default);
  if (schema.format === 'date') return '2026-11-18';
  if (schema.format === 'date-time') return '2020-01-01T00:00:00.000Z';
  return schema.type === 'integer' ? String(schema.minimum ?? 1) : schema.type === 'number' ? '1' : 'a';
}

test.each(defs.map((def) => [def.name, def] as const))(
  '%s: its list and record are described, and answer as described',
  async (_name, def) => {
    const list = paths[`/masters-list/${encodeURIComponent(def.name)}`]?.['get'];
    expect(names(list, 'query')).toEqual(['pageNo', 'records', 'sort', 'filter', 'q', 'cancelled']);
    expect(list!.description).toBe(`Needs: ${def.need('view')}`);
    const answer = await admin.get(
      `/masters-list/${encodeURIComponent(def.name)}?pageNo=0&records=2&sort=${def.columns[0]!.name}&filter=${encodeURIComponent('{"iStatus":{"op":"eq","value":1}}')}&q=a&cancelled=0`,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { rows } = (await admin.get(`/masters-list/${encodeURIComponent(def.name)}?records=1`)).body as {
      rows: { id: number }[];
    };
    expect(names(paths[`/masters-record/${encodeURIComponent(def.name)}/{id}`]?.['get'], 'path')).toEqual([
      'id',
    ]);
    if (rows[0])
      expect((await admin.get(`/masters-record/${encodeURIComponent(def.name)}/${rows[0].id}`)).status).toBe(
        200,
      );
  },
);

test('every command that makes or changes a record is described with the fields of its master, and its example is accepted', async () => {
  const taken: string[] = [];
  for (const def of new Map(
    defs.filter((one) => !one.source && one.rights.includes('create')).map((one) => [one.kind, one]),
  ).values()) {
    const path = `/commands/master/${def.kind}-new/create`;
    const described = paths[path]?.['post'];
    expect(names(described, 'header'), path).toEqual(['Idempotency-Key']);
    const content = described!.requestBody!.content['application/json'];
    const fields = Object.keys(content.schema.properties.fields.properties as object);
    expect([...fields].sort(), path).toEqual(def.fields.map((field) => field.name).sort());
    // In a filled server an example may exist already or name a person of another kind; its shape must be
    // valid all the same.
    const done = await admin.command(`master-${def.kind}-new`, 'create', content.example);
    if (done.status === 200) taken.push(def.kind);
    else expect([409, 422], `${path}: ${JSON.stringify(done.body)}`).toContain(done.status);
    if (def.rights.includes('edit')) {
      const update = paths[`/commands/master/${def.kind}-{id}/update`]?.['post'];
      expect(names(update, 'header'), def.kind).toEqual(['Idempotency-Key', 'If-Match']);
    }
  }
  expect(taken.length).toBeGreaterThan(10);
});

test('the calls of the specification over masters describe their query, and accept every part of it', async () => {
  const lists = Object.entries(paths).filter(
    ([path, one]) =>
      /^\/(employee|masters|customer|supplier|product)\/api\/v2\/\w+(\/filter)?$/.test(path) &&
      names(one['get'], 'query').includes('pageNo'),
  );
  expect(lists.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      '/employee/api/v2/employees/filter',
      '/employee/api/v2/employeepoomapping',
      '/employee/api/v2/appointmentslot',
      '/employee/api/v2/employeetracedetails',
      '/masters/api/v2/DesignationMaster',
      '/masters/api/v2/QualificationMaster',
      '/masters/api/v2/CampaignMaster',
      '/customer/api/v2/vitalmaster',
      '/supplier/api/v2/supplier',
      '/product/api/v2/product',
    ]),
  );
  for (const [path, one] of lists) {
    const query = new URLSearchParams(
      one['get']!.parameters.map(({ name, schema }) => [name, sample(schema)]),
    );
    const answer = await admin.get(`${path}?${query}`);
    expect(answer.status, `${path}?${query}: ${JSON.stringify(answer.body)}`).toBe(200);
    expect(Array.isArray(answer.body), path).toBe(true);
    const wrong = await admin.get(`${path}?pageNo=x`);
    expect(wrong.body, path).toMatchObject({ code: 'badFormat', field: 'pageNo' });
  }
});

test('every create call of the specification accepts the described example, or names the rule that refuses it', async () => {
  const tried: string[] = [];
  for (const [path, one] of Object.entries(paths)) {
    const post = one['post'];
    if (!post || path.startsWith('/commands/') || !post.requestBody?.content['application/json'].example)
      continue;
    const done = await admin.send('POST', path, post.requestBody.content['application/json'].example, {
      'idempotency-key': crypto.randomUUID(),
    });
    expect([201, 409, 422], `${path}: ${JSON.stringify(done.body)}`).toContain(done.status);
    tried.push(path);
  }
  expect(tried.sort()).toEqual(
    ['dayendexclusion', 'employeeterritorymapping', 'emproutemapping'].map(
      (name) => `/employee/api/v2/${name}`,
    ),
  );
});

test('an example is the record of its story', () => {
  const emitted = (def: MasterDef) =>
    masterStory(def, (kind) => defs.find((one) => one.kind === kind)).find(
      (step) => step.stream === `master-${def.kind}-1` && step.command === 'create',
    );
  for (const def of defs.filter((one) => !one.source && one.rights.includes('create')))
    expect(
      paths[`/commands/master/${def.kind}-new/create`]!['post']!.requestBody!.content['application/json']
        .example,
      def.kind,
    ).toEqual(JSON.parse(JSON.stringify(emitted(def)!.input)));
});
