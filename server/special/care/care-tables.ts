import type { EventOf } from '#shared/core/stream.ts';
import type { audit } from '#shared/streams/core/audit.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { storyLine, storyStreams } from '#shared/streams/care/story.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { jsonText } from '#server/store/json-text.ts';

/** Records whose complete state is stored, for the screens of care. */
const kept = [
  'patient',
  'phx',
  'vital',
  'laborder',
  'labreport',
  'cccase',
  'assessment',
  'carekit',
  'escalation',
  'carefile',
] as const;
const listened = [...new Set([...kept, ...storyStreams, 'audit', 'careaccess'])];

type Row = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, any>>;

/**
 * In: events of care and others that concern a patient. Out: `care_records` (states), `care_values` (readings
 * and results), `care_story`, `care_looks`.
 */
export function careTables(streams: ReadonlyMap<string, StreamDef>): SqlViewDef {
  return {
    name: 'care',
    version: 4,
    streams: listened,
    tables: {
      care_records: {
        table: (table) =>
          `create table ${table} (stream text primary key, kind text not null, id text not null, patient_id bigint, poo_id integer, version integer not null, state jsonb not null, began_at timestamptz not null, changed_at timestamptz not null)`,
        indexes: (table) =>
          `create index on ${table} (patient_id, kind, changed_at desc); create index on ${table} (kind, changed_at desc, stream); create index on ${table} (lower(state->>'name')) where kind = 'patient';`,
      },
      care_values: {
        table: (table) =>
          `create table ${table} (source text not null, part integer not null, patient_id bigint not null, loinc text not null, name text not null, at timestamptz not null, value double precision, text text, unit text not null, original jsonb not null, low double precision, high double precision, flag text not null, status text not null, version integer not null, facts jsonb not null, primary key (source, part))`,
        indexes: (table) =>
          `create index on ${table} (patient_id, loinc, at desc); create index on ${table} (patient_id, at desc);`,
      },
      care_story: {
        table: (table) =>
          `create table ${table} (position bigint not null, subject text not null, at timestamptz not null, stream text not null, type text not null, kind text not null, text text not null, tone text not null, actor text not null, primary key (position, subject))`,
        indexes: (table) =>
          `create index on ${table} (subject, position desc); create index on ${table} (stream, position);`,
      },
      care_looks: {
        table: (table) =>
          `create table ${table} (position bigint primary key, patient_id bigint not null, at timestamptz not null, emp_id integer, name text not null, screen text not null, reason text, glass boolean not null)`,
        indexes: (table) =>
          `create index on ${table} (patient_id, position desc); create index on ${table} (emp_id, position desc);`,
      },
    },
    apply: (events, tables) => apply(events, tables, streams),
  };
}

async function apply(
  events: readonly StoredEvent[],
  tables: SqlTables,
  streams: ReadonlyMap<string, StreamDef>,
): Promise<void> {
  const records = await foldRecords(events, tables, streams);
  await writeValues(events, tables, records);
  await writeStory(events, tables, records);
  await writeLooks(events, tables);
}

interface Kept {
  readonly stream: string;
  readonly version: number;
  readonly state: Json;
  readonly began_at: string;
  readonly changed_at: string;
}

async function foldRecords(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  streams: ReadonlyMap<string, StreamDef>,
): Promise<ReadonlyMap<string, Kept>> {
  const touched = events.filter(({ stream }) => kept.some((one) => one === streamName(stream)));
  const names = [...new Set(touched.map(({ stream }) => stream))];
  if (names.length === 0) return new Map();
  const { rows } = await client.query<Kept>(
    `select stream, version, state, began_at, changed_at from ${table('care_records')} where stream = any($1::text[])`,
    [names],
  );
  const states = new Map(rows.map((row) => [row.stream, row]));
  for (const event of touched) {
    const def = streams.get(streamName(event.stream));
    const before = states.get(event.stream);
    if (!def || (before && before.version >= event.version)) continue;
    const state = def.evolve(before?.state ?? def.initial(streamKey(event.stream)), event) as Json;
    states.set(event.stream, {
      stream: event.stream,
      version: event.version,
      state,
      began_at: before?.began_at ?? event.at,
      changed_at: event.at,
    });
  }
  const made = [...states.values()].map((row) => ({
    ...row,
    kind: streamName(row.stream),
    id: streamKey(row.stream),
    patient_id: patientIn(row.stream, row.state),
    poo_id: pooIn(row.state),
  }));
  await client.query(
    `insert into ${table('care_records')} (stream, kind, id, patient_id, poo_id, version, state, began_at, changed_at)
     select stream, kind, id, patient_id, poo_id, version, state, began_at, changed_at
     from jsonb_to_recordset($1::jsonb) as r(stream text, kind text, id text, patient_id bigint, poo_id integer, version integer, state jsonb, began_at timestamptz, changed_at timestamptz)
     on conflict (stream) do update set patient_id = excluded.patient_id, poo_id = excluded.poo_id, version = excluded.version, state = excluded.state, changed_at = excluded.changed_at`,
    [jsonText(made)],
  );
  return states;
}

const inner = (state: Json): Json =>
  (state['reading'] ?? state['report'] ?? state['order'] ?? state['face'] ?? state['kit'] ?? state) as Json;
function patientIn(stream: string, state: Json): number | null {
  const name = streamName(stream);
  if (name === 'patient' || name === 'carefile') return Number(streamKey(stream));
  const found = inner(state)['patientId'] as unknown;
  return typeof found === 'number' ? found : null;
}
function pooIn(state: Json): number | null {
  const found = inner(state)['pooId'] as unknown;
  return typeof found === 'number' ? found : null;
}

/** Every value of a reading or of a verified report as a row of its own, for trends. */
async function writeValues(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  records: ReadonlyMap<string, Kept>,
): Promise<void> {
  const touched = [
    ...new Set(
      events
        .map(({ stream }) => stream)
        .filter((stream) => ['vital', 'labreport'].includes(streamName(stream))),
    ),
  ];
  const rows = touched.flatMap((stream): Row[] => {
    const record = records.get(stream);
    if (!record) return [];
    const { state, version } = record;
    if (streamName(stream) === 'vital') {
      const reading = state['reading'] as Json | null;
      if (!reading) return [];
      const { takenAt, source, context, position, deviceId, by, replaces } = reading;
      const facts = {
        source,
        context,
        position,
        deviceId,
        by: by.name,
        byId: by.empId,
        replaces,
        replacedBy: state['replacedBy'],
        reason: state['reason'],
        recordedAt: state['recordedAt'],
      };
      return (reading['values'] as readonly Json[]).map((value, part) => ({
        ...value,
        source: stream,
        part,
        patient_id: reading['patientId'],
        at: takenAt,
        text: null,
        status: state['status'],
        version,
        facts,
      }));
    }
    const report = state['report'] as Json | null;
    if (!report || !['verified', 'enteredInError'].includes(String(state['stage']))) return [];
    const facts = {
      lab: report['labName'],
      reportNo: report['reportNo'],
      ref: report['ref'],
      reportedAt: report['reportedAt'],
      by: (state['verifier'] as Json | null)?.['name'] ?? '',
    };
    return (state['results'] as readonly Json[]).map((value, part) => ({
      ...value,
      ...{
        source: stream,
        part,
        patient_id: report['patientId'],
        at: report['collectedAt'],
        status: state['stage'] === 'verified' ? 'final' : 'enteredInError',
        version,
        facts,
      },
    }));
  });
  if (rows.length === 0) return;
  const columns =
    'source, part, patient_id, loinc, name, at, value, text, unit, original, low, high, flag, status, version, facts';
  await client.query(
    `insert into ${table('care_values')} (${columns}) select ${columns}
     from jsonb_to_recordset($1::jsonb) as r(source text, part integer, patient_id bigint, loinc text, name text, at timestamptz, value double precision, text text, unit text, original jsonb, low double precision, high double precision, flag text, status text, version integer, facts jsonb)
     on conflict (source, part) do update set status = excluded.status, version = excluded.version, facts = excluded.facts`,
    [jsonText(rows)],
  );
}

const idIn = (data: Json, ...names: readonly string[]): number | null => {
  for (const name of names) if (typeof data[name] === 'number') return data[name] as number;
  return null;
};

/**
 * The key of the story an event belongs to: `p204` for a patient, `c90` for everything that concerns the
 * customer.
 */
function subjectOf(event: StoredEvent, records: ReadonlyMap<string, Kept>): string | null {
  const name = streamName(event.stream);
  if (name === 'patient') return `p${streamKey(event.stream)}`;
  if (name === 'customer') return `c${streamKey(event.stream)}`;
  const data = event.data as Json;
  const patientId =
    idIn(data, 'patientId', 'iPatientId') ?? patientIn(event.stream, records.get(event.stream)?.state ?? {});
  if (patientId !== null) return `p${patientId}`;
  const customerId = idIn(data, 'customerId', 'iCustomerId');
  return customerId === null ? null : `c${customerId}`;
}

async function writeStory(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  records: ReadonlyMap<string, Kept>,
): Promise<void> {
  const emitted = events.flatMap((event) => {
    const line = storyLine(streamName(event.stream), event.type, event.data as Json);
    return line ? [{ event, line, subject: subjectOf(event, records) }] : [];
  });
  if (emitted.length === 0) return;
  // Later events of a stream often name nobody: then the first one that does decides.
  const known = new Map<string, string>();
  const open = [
    ...new Set(emitted.filter(({ subject }) => subject === null).map(({ event }) => event.stream)),
  ];
  if (open.length > 0) {
    const { rows } = await client.query<{ stream: string; subject: string }>(
      `select distinct on (stream) stream, subject from ${table('care_story')} where stream = any($1::text[]) order by stream, position`,
      [open],
    );
    for (const { stream, subject } of rows) known.set(stream, subject);
  }
  const rows = emitted.flatMap(({ event, line, subject }): Row[] => {
    const whose = subject ?? known.get(event.stream);
    if (whose === undefined) return [];
    if (!known.has(event.stream)) known.set(event.stream, whose);
    const { position, at, stream, type } = event;
    return [{ position, subject: whose, at, stream, type, ...line, actor: event.actor.name }];
  });
  if (rows.length === 0) return;
  const columns = 'position, subject, at, stream, type, kind, text, tone, actor';
  await client.query(
    `insert into ${table('care_story')} (${columns}) select ${columns}
     from jsonb_to_recordset($1::jsonb) as r(position bigint, subject text, at timestamptz, stream text, type text, kind text, text text, tone text, actor text) on conflict do nothing`,
    [jsonText(rows)],
  );
}

async function writeLooks(events: readonly StoredEvent[], { client, table }: SqlTables): Promise<void> {
  const rows = events.flatMap((event): Row[] => {
    const [, patient] = /^audit-patient-(\d+)$/.exec(event.stream) ?? [];
    if (patient === undefined) return [];
    const { type, position, at, data, actor } = event as EventOf<typeof audit>;
    const glass = type === 'PersonalDataViewed' && data.fields?.includes('breakGlass') === true;
    return [
      {
        position,
        patient_id: Number(patient),
        at,
        emp_id: actor.empId,
        name: actor.name,
        screen: glass ? 'breakGlass' : type === 'PatientRecordViewed' ? data.screen : 'record',
        reason: data.reason ?? null,
        glass,
      },
    ];
  });
  if (rows.length === 0) return;
  const columns = 'position, patient_id, at, emp_id, name, screen, reason, glass';
  await client.query(
    `insert into ${table('care_looks')} (${columns}) select ${columns}
     from jsonb_to_recordset($1::jsonb) as r(position bigint, patient_id bigint, at timestamptz, emp_id integer, name text, screen text, reason text, glass boolean) on conflict do nothing`,
    [jsonText(rows)],
  );
}
