import type { EventOf } from '#shared/core/stream.ts';
import type { phoneline } from '#shared/streams/calls/call/phone-line.ts';
import type { Pool } from 'pg';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { Need, Viewer } from '#shared/core/permission.ts';
import { inPoos, may } from '#shared/core/permission.ts';
import { maskPhone, phoneKey } from '#shared/core/phone.ts';
import { readSearch, tooShort } from '#shared/core/plain.ts';
import { noPhoneLine, phoneLineStream, type PhoneLineState } from '#shared/streams/calls/call/phone-line.ts';
import { callRefused, ownHoursOf, type CalleeRecords } from '#shared/streams/calls/call/may-call.ts';
import type { CallState } from '#shared/streams/calls/call/state.ts';
import { setCallHours as setCustomerHours } from '#shared/streams/customers/customer-call-hours.ts';
import { setCallHours as setLeadHours } from '#shared/streams/leads/lead/call-hours.ts';
import { calleeOf } from '#shared/streams/calls/call/subjects.ts';
import type { Language } from '#shared/core/translations.ts';
import type { CalleeDetails, CalleeHit, EarlierCall } from '#shared/wire.ts';
import type { Clock, ServerParts } from '../../core/parts.ts';
import { escapeLike, phoneLikes } from '../../store/like.ts';
import { callingDayAt } from '../../special/calling-hours.ts';
import type { Config } from '../../config.ts';

export interface CalleeParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: ServerParts['log'];
  readonly config: Pick<Config, 'callingHours'>;
  readonly stateOf: (stream: string) => Promise<unknown>;
  readonly versionOf: (stream: string) => Promise<number>;
  readonly translate: ServerParts['translate'];
}

const most = 20;

/**
 * Leads and customers of the viewer's places who are found by number, by name, by a patient of theirs, or by
 * the shown or all digits of their phone, with the reason not to call them.
 */
export async function findCallees(
  { pool, clock, translate }: Pick<CalleeParts, 'pool' | 'clock' | 'translate'>,
  viewer: Viewer,
  typed: string,
  language: Language,
): Promise<readonly CalleeHit[]> {
  const asked = readSearch(typed);
  if (tooShort(asked)) return [];
  const { rows } = await pool.query<{
    kind: string;
    id: number;
    code: string;
    name: string;
    phone: string | null;
    stage: string | null;
    poo: number | null;
    state: unknown;
    patients: string | null;
  }>(
    `with called as (
       select kind, id, null::text as patients from master_rows
       where kind in ('lead', 'customer') and (search like all($2::text[]) or phones like any($3::text[]))
       union all
       select 'customer', (fields->>'iCustomerId')::int, string_agg(name, ', ' order by id) from master_rows
       where kind = 'patient' and not cancelled and search like all($2::text[]) group by 2
     ), found as (
       select kind, id, case when bool_or(patients is null) then null else max(patients) end as patients
       from called group by kind, id
     )
     select kind, id, code, name, fields->>'vPhone' as phone, fields->>'vStage' as stage, (fields->>'iPooId')::int as poo, fields->'state' as state, patients
     from found join master_rows using (kind, id)
     where not cancelled and ($1::int[] is null or (fields->>'iPooId')::int = any($1::int[]))
     order by status desc, updated_at desc limit ${most}`,
    [
      viewer.poos === 'all' ? null : viewer.poos,
      asked.translations.map((word) => `%${escapeLike(word)}%`),
      asked.digits === null ? [] : phoneLikes(asked.digits, false),
    ],
  );
  return rows.map(({ kind, id, code, name, phone, stage, poo, state, patients }) => {
    const subject = `${kind}-${id}`;
    const refused = calleeOf(subject, state, clock.now())?.refused;
    return {
      subject,
      ref: code,
      name,
      phoneMasked: maskPhone(phone),
      pooId: poo,
      stage,
      patients,
      shut: refused ? translate(refused.code, refused.details, language, 'call') : null,
    };
  });
}

function earlier(
  id: string,
  { face, agent, placedAt, disposition, talkSec, recording, stage, notes }: CallState,
): EarlierCall[] {
  if (!face) return [];
  return [
    {
      id,
      ref: face.ref,
      at: placedAt ?? '',
      agent: agent?.name ?? '',
      purpose: face.purpose,
      code: disposition?.code ?? null,
      stage,
      notes: disposition?.notes ?? notes,
      talkSec,
      recorded: recording !== null,
    },
  ];
}

const setting: Readonly<Record<string, { readonly need: Need }>> = {
  lead: setLeadHours,
  customer: setCustomerHours,
};

/** Whose hours a callee's are, where this viewer may set them. */
async function hoursOf(
  { versionOf }: CalleeParts,
  viewer: Viewer,
  stream: string,
): Promise<CalleeDetails['hoursOf']> {
  const command = setting[streamName(stream)];
  if (!command || !may(viewer, command.need).ok) return null;
  return { aggregate: streamName(stream), id: streamKey(stream), version: await versionOf(stream) };
}

async function known<S>({ stateOf }: CalleeParts, stream: string | null = null): Promise<S | undefined> {
  return stream === null ? undefined : (((await stateOf(stream)) as S | null) ?? undefined);
}

/** One person before a call: who, whether they may be called now, and how earlier calls to the number ended. Null when there is nobody. */
export async function calleeDetails(
  parts: CalleeParts,
  viewer: Viewer,
  subject: string,
  language: Language,
): Promise<CalleeDetails | null> {
  const now = parts.clock.now();
  const callee = calleeOf(subject, await parts.stateOf(subject), now);
  if (!callee || !inPoos(viewer, callee.pooId)) return null;
  const stream = phoneLineStream(phoneKey(callee.phone));
  const dialled = (await parts.log.readStream<EventOf<typeof phoneline>>(stream)).flatMap(({ type, data }) =>
    type === 'PhoneDialled' ? [data.call] : [],
  );
  const calls = await Promise.all(
    dialled.slice(-most).map(async (one) => {
      const state = (await parts.stateOf(one)) as CallState | null;
      return state ? earlier(streamKey(one), state) : [];
    }),
  );
  const line = ((await parts.stateOf(stream)) as PhoneLineState | null) ?? noPhoneLine('');
  const records: CalleeRecords = {
    campaign: await known(parts, callee.campaign),
    calledCustomer: await known(parts, callee.customer),
  };
  const day = await callingDayAt(parts, callee.pooId);
  const shut = callRefused(callee, records, { callClass: callee.callClass, line, now, day });
  return {
    subject,
    kind: streamName(subject),
    ref: callee.ref,
    name: callee.name,
    phoneMasked: maskPhone(callee.phone),
    pooId: callee.pooId,
    language: callee.language,
    callClass: callee.callClass,
    purpose: callee.purpose,
    shut: shut
      ? { code: shut.code, message: parts.translate(shut.code, shut.details, language, 'call') }
      : null,
    busyWith: line.live?.name ?? null,
    callHours: ownHoursOf(callee, records),
    hoursOf: await hoursOf(parts, viewer, callee.customer ?? subject),
    calls: calls.flat().reverse(),
  };
}
