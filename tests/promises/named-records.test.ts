import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema, z } from 'zod';
import { streamName, type StoredEvent } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { namedStream, namingFields, type Names } from '#shared/core/record-id.ts';
import type { CommandDef } from '#shared/core/stream.ts';
import { allMasters, allStreams } from '#server/core/registers.ts';
import type { Supposed } from '#server/store/trial.ts';
import { fitting, type Schema } from '#tests/kit/from-schema.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * A command that names another record is refused where that record does not exist, is no longer in use, or belongs to a place that is not the
 * actor's.
 */
let t: TestServer;
/** A place, a designation and an employee that are no longer in use: they are known from the log, not from a stream's state. */
const left = new Map<string, string>();
const send = async (stream: string, command: string, input: object): Promise<{ readonly stream: string }> => {
  const done = await t.server.handle({
    ...{ stream, command, input, correlationId: 'test' },
    viewer: { ...t.server.access.people.viewer(1, null)!, ...(command === 'open' ? {} : { kind: 'system' }) },
  });
  if (isRefusal(done)) throw new Error(`${stream} ${command}: ${JSON.stringify(done)}`);
  return done;
};
let events: readonly StoredEvent[];
beforeAll(async () => {
  t = await openTestServer();
  await send('chatroom-new', 'open', { title: 'Night shift', members: [101, 102] });
  for (const kind of ['placeOfOperation', 'designation']) {
    const fields = {
      ...allMasters().find((one) => one.kind === kind)!.example,
      vCode: 'GONE',
      vName: 'Gone',
    };
    left.set(kind, (await send(`master-${kind}-new`, 'create', { fields, iStatus: 0 })).stream);
  }
  const { designationId, managerId } = t.server.access.directory.employee(151)!;
  const leaver = {
    ...{ firstName: 'Meena', lastName: 'Left', email: 'meena.left@care.example', joiningDate: '2024-01-08' },
    ...{ designationId, managerId, pooId: 1 },
  };
  const { stream } = await send('employee-new', 'createEmployee', leaver);
  await send(stream, 'deactivate', { exitDate: '2026-11-17', reason: 'Moved away' });
  left.set('employee', stream);
  await t.server.settled();
  events = await t.server.log.readAfter(0, 100_000);
});
afterAll(() => t?.close());

/** A number that no record of the demo has, and the id of a file that nobody uploaded. */
const nobody = 987_654_321;
const noFile = 'nobody-uploaded-this-file-000000';

type Path = readonly (string | number)[];
const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'string' ? type : type?.[0]);

/** Where a schema takes a value of these types under such a name, once or in a list. */
function fieldsOf(schema: Schema, types: readonly string[], called: RegExp, path: Path = []): Path[] {
  const name = String(path.findLast((key) => typeof key === 'string') ?? '');
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (either.length > 0) return either.flatMap((one) => fieldsOf(one, types, called, path));
  const type = typeOf(schema) ?? '';
  if (types.includes(type)) return called.test(name) && !schema.enum ? [path] : [];
  if (type === 'array' && typeof schema.items === 'object')
    return fieldsOf(schema.items, types, called, [...path, 0]);
  return Object.entries(type === 'object' ? (schema.properties ?? {}) : {}).flatMap(([key, one]) =>
    fieldsOf(one, types, called, [...path, key]),
  );
}
const idsOf = (schema: Schema): Path[] =>
  fieldsOf(schema, ['integer', 'number'], /(?:Id|Ids|By|empId|pooId)$/);
const textsOf = (schema: Schema): Path[] =>
  fieldsOf(schema, ['string'], /(?:Id|Ids|No|Ref|Stream)$|^(?:item|subject|stream|record|id|ids|ref)$/);

const at = (value: unknown, path: Path): unknown =>
  path.reduce<any>((inner, key) => (inner === null || inner === undefined ? undefined : inner[key]), value);
function withAt(value: unknown, path: Path, put: unknown): unknown {
  const copy = structuredClone(value) as any;
  let inner = copy;
  for (const key of path.slice(0, -1)) inner = inner[key];
  inner[path.at(-1)!] = put;
  return copy;
}

/** Values that events of the demo hold under each name, those of the stream itself first. */
function valuesOf(stream: string): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, Map<string, unknown>>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (!/^\d+$/.test(key) && one !== null) {
        const known = found.get(key) ?? found.set(key, new Map()).get(key)!;
        if (known.size < 12) known.set(JSON.stringify(one), one);
      }
      walk(one);
    }
  };
  for (const event of events) if (streamName(event.stream) === stream) walk(event.data);
  return new Map([...found].map(([key, values]) => [key, [...values.values()]]));
}

/** Inputs that the schema takes, made of values that the demo's events hold under the same names. */
function inputsOf(
  def: CommandDef<any>,
  schema: Schema,
  own: ReadonlyMap<string, readonly unknown[]>,
  all: ReadonlyMap<string, readonly unknown[]>,
): unknown[] {
  const from = (name: string, one: Schema): fc.Arbitrary<unknown> => {
    const mine = [...(own.get(name) ?? []), ...(own.has(name) ? [] : (all.get(name) ?? []))];
    const known = mine.length > 0 ? [fc.constantFrom(...mine)] : [];
    return fc.oneof(...known.map((arbitrary) => ({ weight: 4, arbitrary })), {
      weight: known.length ? 1 : 4,
      arbitrary: made(one),
    });
  };
  const made = (one: Schema): fc.Arbitrary<unknown> => {
    if (typeOf(one) !== 'object' || !one.properties) return fitting(one);
    const must = new Set(one.required ?? []);
    return fc.record(
      Object.fromEntries(Object.entries(one.properties).map(([name, inner]) => [name, from(name, inner)])),
      { requiredKeys: Object.keys(one.properties).filter((name) => must.has(name)) },
    );
  };
  return fc
    .sample(made(schema), { numRuns: 240, seed: 7 })
    .filter((input) => z.safeParse(def.input, input).success);
}

/** A field of a command of people that says which record it names. */
interface Naming {
  readonly stream: string;
  readonly command: string;
  readonly def: CommandDef<any>;
  readonly path: readonly string[];
  readonly names: Names;
  readonly what: string;
}

const commands = () =>
  [...allStreams().values()].flatMap(({ name: stream, commands: all }) =>
    Object.entries(all).flatMap(([command, def]) =>
      def.need === 'system' ? [] : [{ stream, command, def }],
    ),
  );

const declared = (): Naming[] =>
  commands().flatMap(({ stream, command, def }) =>
    namingFields(def.input).map(({ path, names }) => ({
      stream,
      command,
      def,
      path,
      names,
      what: `${stream}/${command} ${path.join('.')}`,
    })),
  );

/** Numbers that are called as records are, and name none of their own: each with what checks it. */
const others: readonly [field: RegExp, why: string][] = [
  [/^stock\/relocate fromTrayId$/, 'goods lie on it, or on none (0)'],
  [/^taskmovement\/moveTasks tasks/, 'each task has a result of its own'],
  [/ iKitTypeId$/, 'one of two kinds of kit'],
  [/ item\.iAllergyTypeId$/, 'one of three kinds'],
  [/^master\/merge into$/, 'a record of the kind of the command'],
];

test("every field of a person's command that is called as a record declares what it names", () => {
  const undeclared = commands().flatMap(({ stream, command, def }) => {
    const known = new Set(namingFields(def.input).map(({ path }) => path.join('.')));
    const schema = toJSONSchema(def.input, { io: 'input', unrepresentable: 'any' }) as Schema;
    return idsOf(schema)
      .map((path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.'))
      .filter((path) => !known.has(path))
      .map((path) => `${stream}/${command} ${path}`);
  });
  expect(undeclared.filter((what) => !others.some(([field]) => field.test(what)))).toEqual([]);
});

/** Texts that are called as records are: what each is, and what checks it. */
const called: readonly [field: RegExp, why: string][] = [
  [/ (?:put|lines)\.\*\.id$/, 'a line of the paper itself, numbered by the screen'],
  [/ (?:.*\.)?lineId$/, 'a line of the paper, or of the paper that its link names'],
  [/ (?:entryId|rowId|adjustmentId|alertIds?(?:\.\*)?|goals\.\*\.goalId)$/, 'a part of the record itself'],
  [/^callreview\/removeMoment id$/, 'a part of the record itself'],
  [/ (?:.*\.)?region\.fileId$/, 'a page of the prescription itself'],
  [
    /^prescriptionuploadsession\/(?!addFile)\w+ (?:.*\.)?fileIds?(?:\.\*)?$/,
    'a page that was brought to the session',
  ],
  [/^\w+\/detach fileId$/, 'a file of the paper itself'],
  [
    / (?:header\.gatePassId|header\.poIds\.\*|(?:put|lines)\.\*\.links\.\*\.indentId|header\.dcId|dcIds?(?:\.\*)?)$/,
    'a paper, refused where it is not of the same place as this one',
  ],
  [/^deposit\/reconcile statementId$/, 'a statement of the bank, refused without that row'],
  [/^gre\/\w+ header\.invoiceLineId$/, 'a line of the gate pass'],
  [/^call\/placeCall subject$/, 'refused where it cannot be called'],
  [/ scanId$/, 'chosen by the scanner, so that a scan counts once'],
  [/ (?:.*\.)?(?:invoiceNo|lrNo|ewayNo|regNo|prescriberRegNo|slipNo|reportNo)$/, 'as a paper of others says'],
  [/ (?:ref|paymentRef|partnerRef|zohoId|deviceId)$/, 'what another program or a device calls it'],
  [/^preference\/change value\.\*\.id$/, 'what a person has arranged for themselves'],
];

test("every text of a person's command that is called as a record declares what it names, or has its reason", () => {
  const found = commands().flatMap(({ stream, command, def }) => {
    const known = new Set(namingFields(def.input).map(({ path }) => path.join('.')));
    return textsOf(toJSONSchema(def.input, { io: 'input', unrepresentable: 'any' }) as Schema)
      .map((path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.'))
      .filter((path) => !known.has(path))
      .map((path) => `${stream}/${command} ${path}`);
  });
  expect(found.filter((what) => !called.some(([field]) => field.test(what)))).toEqual([]);
  expect(called.filter(([field]) => !found.some((what) => field.test(what)))).toEqual([]);
});

test('what a field names is a stream, and its kind a master whose records are of that stream', () => {
  const streams = allStreams();
  const kinds = new Set(allMasters().flatMap(({ kind, source }) => (source ? [] : [kind])));
  const unknown = declared().filter(
    ({ names }) => !streams.has(names.stream) || (names.kind !== undefined && !kinds.has(names.kind)),
  );
  expect(unknown.map(({ what }) => what)).toEqual([]);
});

const historyItems = [
  {
    kind: 'doctorVisit',
    doctorId: 1,
    visitDate: '2026-11-02',
    advice: 'Rest',
    nextDate: null,
    treating: false,
  },
  { kind: 'surgery', name: 'Appendix', date: '2020', hospitalId: 1, outcome: null, complication: null },
  { kind: 'imaging', name: 'Chest X-ray', date: '2026-10', finding: 'Clear', fileIds: ['own'] },
];

/** Inputs where the values of the demo do not make up one. */
const written: Readonly<Record<string, readonly unknown[]>> = {
  'count/draft': [{ pooId: 1, header: {}, lines: [{ id: 'a', barcodeId: 1 }] }],
  'customer/changeAddresses': [
    {
      addresses: [
        { line: '14, 3rd Cross', areaId: 1, pincode: '560001', lat: null, lng: null, default: true },
      ],
    },
  ],
  'deposit/record': [
    {
      pooId: 1,
      dates: ['2026-11-17'],
      paise: 100,
      bank: 'SBI',
      ...Object.fromEntries([['slipNo', 'A1']]),
      depositedOn: '2026-11-18',
      fileId: 'none',
    },
  ],
  'phx/record': historyItems.map((item) => ({ patientId: 1, item })),
  'phx/change': historyItems.map((item) => ({ item, reason: 'wrong before' })),
  'signup/start': [{ applicant: { religionId: 1 } }, { address: { areaId: 1 } }],
  'signup/save': [{ applicant: { religionId: 1 } }, { address: { areaId: 1 } }],
  'slots/merge': [{ iAssignedTo: 101, appDate: '2026-11-20', slots: ['10:00', '10:30'] }],
  'taskmovement/moveTasks': [
    {
      from: 101,
      to: 102,
      tasks: [{ iAppointmentId: 1, version: 1, appDate: '2026-11-20', slotFrom: '11:00', iMinutes: 30 }],
      reason: 'on leave',
    },
  ],
};

type Id = number | string;
interface Picked {
  readonly here: Id | null;
  readonly elsewhere: readonly Id[];
}

/** The state of a record that is no longer in use, where it can be. */
function noLongerUsed({ stream }: Names, state: any): unknown {
  switch (stream) {
    case 'master':
      return { ...state, iStatus: 0 };
    case 'customer':
      return { ...state, stage: 'exited', exitedOn: '2026-11-02' };
    case 'patient':
      return { ...state, stage: 'left' };
    case 'role':
      return { ...state, retired: true };
    default:
      return null;
  }
}

test('a record that does not exist, is no longer in use, or is of another place, cannot be named', async () => {
  const all = new Map<string, unknown[]>();
  for (const stream of new Set(events.map((event) => streamName(event.stream))))
    for (const [key, values] of valuesOf(stream))
      all.set(key, [...(all.get(key) ?? []), ...values].slice(0, 30));
  const lasts = [...new Set(events.map(({ stream }) => stream))];
  const states = new Map<string, Promise<any>>();
  const stateOf = (stream: string): Promise<any> =>
    states.get(stream) ??
    states
      .set(
        stream,
        t.server.states.load(stream).then(({ state }) => state),
      )
      .get(stream)!;
  const admin = t.server.access.people.viewer(1, null)!;
  const nowhere = { ...admin, admin: false, poos: [], territories: [] };
  const defs = allStreams();

  /** A record that fits, and one that somebody without places does not see. */
  const picked = new Map<string, Promise<Picked>>();
  const pick = (names: Names): Promise<Picked> => {
    const prefix = names.kind === undefined ? `${names.stream}-` : `${names.stream}-${names.kind}-`;
    const known = picked.get(prefix);
    if (known) return known;
    const found = (async () => {
      const { status, visible } = defs.get(names.stream)!;
      let here: Id | null = null;
      const elsewhere: Id[] = [];
      for (const one of lasts.filter((stream) => stream.startsWith(prefix)).slice(0, 60)) {
        const key = one.slice(prefix.length);
        const id = names.stream === 'file' ? key : Number(key);
        const state = await stateOf(one);
        if (Number.isNaN(id) || (status?.(state) ?? 'active') !== 'active') continue;
        here ??= id;
        const seen =
          names.stream === 'employee' ||
          (names.kind !== 'placeOfOperation' &&
            (visible?.(state, nowhere, t.server.access.directory) ?? true));
        if (!seen) elsewhere.push(id);
      }
      return { here, elsewhere };
    })();
    picked.set(prefix, found);
    return found;
  };

  const shown = { missing: 0, inactive: 0, elsewhere: 0 };
  const wrong: string[] = [];
  const fields = declared();
  expect(fields.length).toBeGreaterThan(120);
  const inputs = new Map<CommandDef<any>, readonly unknown[]>();
  for (const { stream, command, def, path, names, what } of fields) {
    const schema = toJSONSchema(def.input, { io: 'input', unrepresentable: 'any' }) as Schema;
    const samples = inputs.get(def) ?? [
      ...inputsOf(def, schema, valuesOf(stream), all),
      ...(written[`${stream}/${command}`] ?? []),
    ];
    inputs.set(def, samples);
    const place = path.map((key) => (key === '*' ? 0 : key));
    const { here, elsewhere } = await pick(names);
    const listed = path.at(-1) === '*';
    const withId = (id: Id): unknown => {
      for (const sample of samples) {
        if (typeof at(sample, place) !== typeof id) continue;
        const input = listed ? withAt(sample, place.slice(0, -1), [id]) : withAt(sample, place, id);
        if (z.safeParse(def.input, input).success) return input;
      }
      return null;
    };
    const record = def.creates
      ? `${stream}-2000000001`
      : (lasts.find((one) => streamName(one) === stream) ?? null);
    const field = path
      .map((key) => (key === '*' ? '0' : key))
      .join('.')
      .replace(/\.0$/, '');
    const tried = async (id: Id, viewer: typeof admin, supposed?: Supposed): Promise<string | null> => {
      const input = withId(id);
      if (input === null || record === null) return record === null ? 'no record' : 'no input';
      const done = await t.server.trial(
        { stream: record, command, input, viewer, correlationId: 'test' },
        supposed,
      );
      if (!isRefusal(done)) return null;
      const problems = (done.details?.['problems'] ?? []) as readonly string[];
      return problems.find((one) => one.startsWith(`${field}: `))?.slice(field.length + 2) ?? null;
    };
    const expected = async (kind: keyof typeof shown, found: Promise<string | null>, code: string | null) => {
      const got = await found;
      if (got === code) shown[kind] += 1;
      else wrong.push(`${what}: ${kind} ${got}`);
    };
    const file = names.stream === 'file';
    await expected('missing', tried(file ? noFile : nobody, admin), file ? 'fileNotUploaded' : 'notInList');
    // A field may keep what its own record names already.
    const own = record === null || def.creates ? '' : JSON.stringify(await stateOf(record));
    const other = elsewhere.find((id) => !new RegExp(`\\b${id}\\b`).test(own));
    if (other !== undefined && !names.anywhere)
      await expected('elsewhere', tried(other, nowhere), 'notInList');
    if (here !== null && (await tried(here, admin)) !== null) wrong.push(`${what}: a right one is refused`);
    if (here === null) wrong.push(`${what}: no record to name`);
    else {
      const gone = left.get(names.kind ?? names.stream);
      const state = noLongerUsed(names, await stateOf(namedStream(names, here)));
      if (gone !== undefined || state !== null)
        await expected(
          'inactive',
          gone === undefined
            ? tried(nobody, admin, new Map([[namedStream(names, nobody), state]]))
            : tried(Number(gone.split('-').at(-1)), admin),
          names.former ? null : names.stream === 'customer' ? 'customerExited' : 'masterInactive',
        );
    }
  }
  expect(wrong.toSorted()).toEqual([]);
  expect(shown.missing).toBe(fields.length);
  expect(shown.inactive).toBeGreaterThan(90);
  expect(shown.elsewhere).toBeGreaterThan(70);
});
