import { z } from 'zod';
import { businessDay } from '../../core/day.ts';
import { messageAgeShape, isNews, markOf, type MessageMark } from '../../core/message-age.ts';
import { blankable, date, id, name, reportedPhone, text } from '../../core/fields.ts';
import type { NewEvent } from '../../core/event.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import { statusOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import { newFaults, takenAsReported, type SourceFault } from '../../core/source-faults.ts';
import { ownerAt, type UniqueState } from '../core/unique.ts';
import type { CustomerAddress } from './customer-addresses.ts';
import type { CustomerConsents } from './customer-consents.ts';
import { dialled, joinPhones, keepPhone, phoneStream, type CustomerPhone } from './customer-phones.ts';
import type { CustomerStatus } from './customer-state-rules.ts';
import {
  addressShape,
  applicantShape,
  isImpossibleAge,
  draftParts,
  type ConsentGiven,
  type ConsentKind,
} from './signup/fields.ts';

/** The part of a customer that the customer service can change. */
interface Received extends CustomerStatus {
  readonly phones: readonly CustomerPhone[];
  readonly addresses: readonly CustomerAddress[];
  readonly pooId: number | null;
  readonly consents: CustomerConsents;
  readonly exitId: number | null;
  readonly patientIds: readonly number[];
  readonly source: MessageMark | null;
  readonly faults: readonly SourceFault[];
}

const { email, dob, gender, religionId, secGrade, language } = applicantShape;
/** Fields copied from the message unchanged. */
const plain = {
  name: name(100),
  email,
  dob,
  gender,
  religionId,
  secGrade,
  language,
  categoryId: blankable(id()),
  careTierId: blankable(id()),
  campaignId: blankable(id()),
  rankId: blankable(id()),
  routeId: blankable(id()),
  agentId: blankable(id()),
  pooId: id(),
};
type Plain = keyof typeof plain;
const optional = Object.fromEntries(
  Object.entries(plain).map(([key, field]) => [key, (field as z.ZodType).optional()]),
) as {
  [K in Plain]: z.ZodOptional<(typeof plain)[K]>;
};

const strict = z.object({
  ...messageAgeShape,
  ...optional,
  phone: reportedPhone().optional(),
  altPhone: blankable(reportedPhone()).optional(),
  address: z.object(addressShape).optional(),
  consents: draftParts.consents,
  leadId: blankable(id()).optional(),
  since: date().optional(),
  exited: z.boolean('badFormat').optional(),
  exitedOn: date().optional(),
});
/**
 * Values that the service may report although our forms would refuse them: people see the mark and correct
 * them.
 */
const received = takenAsReported(strict, {
  name: text(200).optional(),
  email: blankable(text(200)).optional(),
  secGrade: blankable(text(20)).optional(),
  address: z.object({ ...addressShape, line: text(400), pincode: text(20) }).optional(),
});
type OutsideCustomer = z.output<typeof received>;

/** Masters that a message can refer to. */
const lists = {
  categoryId: 'customerCategory',
  careTierId: 'careTier',
  campaignId: 'campaign',
  rankId: 'customerRank',
  routeId: 'customerRoute',
  religionId: 'religion',
} as const;
const named = Object.entries(lists) as [keyof typeof lists, string][];
const lasting = ['name', 'phone', 'pooId'] as const;

/**
 * Applies a full message about a customer: missing parts stay, an older or repeated message changes nothing.
 */
export const receive = command<Received, OutsideCustomer>({
  input: received,
  need: 'system',
  creates: true,
  reads(message, state) {
    const before = dialled(state.phones)?.phone;
    const now = message.phone ?? before;
    return {
      ...(now ? { phone: phoneStream(now) } : {}),
      ...(before && now && phoneStream(before) !== phoneStream(now) ? { was: phoneStream(before) } : {}),
      ...Object.fromEntries(
        named.flatMap(([field, kind]) =>
          message[field] ? [[field, `master-${kind}-${message[field]}`]] : [],
        ),
      ),
    };
  },
  decide(state, message, ctx) {
    const source = markOf(message);
    if (state.stage === 'merged') return { events: [], answer: { ignored: 'merged' } };
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const exited = message.exited ?? state.stage === 'exited';
    const no = unfit(state, message, ctx) ?? phoneTaken(exited, ctx);
    if (no) return no;
    const own = state.stage === 'none' ? [created(message, ctx)] : changed(state, message);
    const events = [...own, ...stood(state, message, exited), ...marked(state, message, own)];
    const [first = { type: 'CustomerReceived', data: {} }, ...rest] = events;
    return [
      { ...first, data: { ...first.data, source } },
      ...rest,
      ...numbers(state, message, exited, ctx),
      ...elsewhere(state, message),
    ];
  },
});

/** Values that break a rule of our forms are marked for people. */
function marked(state: Received, { faults }: OutsideCustomer, own: readonly NewEvent[]): NewEvent[] {
  const set = own.flatMap(({ type, data }) =>
    type.startsWith('CustomerAddress') ? ['address'] : Object.keys(data),
  );
  const found = newFaults(state.faults, faults, set);
  return found.length > 0 ? [{ type: 'CustomerFaultsMarked', data: { faults: found } }] : [];
}

/** Why the message cannot be applied as it is. */
function unfit(state: Received, message: OutsideCustomer, ctx: Ctx): Refusal | null {
  const missing = state.stage === 'none' ? lasting.find((field) => message[field] === undefined) : undefined;
  if (missing) return refuse('required', 422, { label: `field.${missing}` }, missing);
  if (message.pooId !== undefined && !ctx.directory.poo(message.pooId))
    return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
  if (message.agentId != null && !ctx.directory.employee(message.agentId))
    return refuse('notInList', 422, { label: 'agent' }, 'agentId');
  const unknown = named.find(
    ([field]) => message[field] != null && statusOf(ctx.read[field] as MasterState | undefined) === 'missing',
  );
  if (unknown) return refuse('notInList', 422, { label: `field.${unknown[0]}` }, unknown[0]);
  return isImpossibleAge(message.dob, ctx.today) ? refuse('ageInvalid', 422, {}, 'dob') : null;
}

const mine = (ctx: { readonly id: string }): string => `customer-${ctx.id}`;
const holder = (ctx: Ctx): string | null => ownerAt(ctx.read.phone as UniqueState | undefined, ctx.now);

/** A number belongs to at most one active customer. */
function phoneTaken(exited: boolean, ctx: Ctx & { readonly id: string }): Refusal | null {
  const owner = holder(ctx);
  if (exited || owner === null || owner === mine(ctx)) return null;
  return refuse(
    'customerPhoneInUse',
    409,
    { customer: reference('CU', owner.slice(owner.indexOf('-') + 1)) },
    'phone',
  );
}

const phoneOf = (phone: string): CustomerPhone => ({ phone, verifiedAt: null, primary: false });

/** The numbers of the message, followed by other known ones; a verified number stays verified. */
function phonesReported(
  phones: readonly CustomerPhone[],
  { phone: first = dialled(phones)?.phone, altPhone }: OutsideCustomer,
): readonly CustomerPhone[] {
  const before = (one: string): CustomerPhone =>
    phones.find(({ phone }) => phoneStream(phone) === phoneStream(one)) ?? phoneOf(one);
  const others = phones.filter(({ primary }) => !primary).map((one) => one.phone);
  return joinPhones([first, altPhone, ...others].flatMap((one) => (one ? [before(one)] : [])));
}

function created(message: OutsideCustomer, ctx: Ctx): NewEvent {
  const {
    exitedOn: _on,
    exited: _exited,
    version: _v,
    modifiedAt,
    hash: _h,
    phone: _p,
    altPhone: _a,
    address,
    consents,
    leadId,
    since,
    faults: _f,
    ...rest
  } = message;
  const at = new Date(modifiedAt).toISOString();
  const blank = Object.fromEntries(Object.keys(plain).map((key) => [key, null]));
  return {
    type: 'CustomerCreated',
    data: {
      ...blank,
      language: 'en',
      ...rest,
      phones: phonesReported([], message),
      addresses: address ? [{ ...address, default: true }] : [],
      consents: Object.fromEntries(
        Object.entries(consents ?? {}).map(([kind, one]) => [kind, { ...one, at }]),
      ),
      documents: [],
      signupId: null,
      leadId: leadId ?? null,
      since: since ?? ctx.today,
      patientIds: [],
    },
  };
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

function changed(state: Received, message: OutsideCustomer): NewEvent[] {
  const now: Record<string, unknown> = Object.fromEntries(
    (Object.keys(plain) as Plain[]).map((key) => [key, message[key]]),
  );
  if (message.phone !== undefined || message.altPhone) now.phones = phonesReported(state.phones, message);
  const others = Object.entries(now).filter(
    ([key, value]) => value !== undefined && differ(value ?? null, state[key as keyof Received] ?? null),
  );
  return [
    ...(others.length > 0 ? [{ type: 'CustomerDetailsUpdated', data: Object.fromEntries(others) }] : []),
    ...moved(state.addresses, message.address),
    ...agreed(state.consents, message.consents ?? {}),
  ];
}

/** The address in the message becomes the default, whether it is known or new. */
function moved(addresses: readonly CustomerAddress[], received: OutsideCustomer['address']): NewEvent[] {
  if (!received) return [];
  const same = addresses.find(
    ({ no: _no, default: _default, ...one }) => !differ(sorted(one), sorted(received)),
  );
  if (same?.default) return [];
  const at = same ?? addresses.find((one) => one.default);
  const no = at?.no ?? 1;
  return [
    {
      type: at ? 'CustomerAddressChanged' : 'CustomerAddressAdded',
      data: { no, ...received, default: true },
    },
  ];
}
const sorted = (address: object): unknown => Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * A consent withdrawn here stays withdrawn until it is given again here: the service may only repeat what it
 * knew before.
 */
function agreed(before: CustomerConsents, now: NonNullable<OutsideCustomer['consents']>): NewEvent[] {
  return (Object.entries(now) as [ConsentKind, ConsentGiven][]).flatMap(
    ([kind, { given, channel, version }]): NewEvent[] => {
      const old = before[kind];
      if (old?.given === given && old.version === version) return [];
      if (given && old && !old.given && old.by?.empId) return [];
      return [{ type: 'CustomerConsentChanged', data: { kind, given, channel, version } }];
    },
  );
}

/** Exit or return of the customer. */
function stood(state: Received, message: OutsideCustomer, exited: boolean): NewEvent[] {
  if (exited === (state.stage === 'exited')) return [];
  return exited
    ? [
        {
          type: 'CustomerExited',
          data: { on: message.exitedOn ?? businessDay(Date.parse(message.modifiedAt)) },
        },
      ]
    : [{ type: 'CustomerReactivated', data: { outside: state.exitId } }];
}

/** Reserves the new numbers and releases the others. */
function numbers(
  state: Received,
  message: OutsideCustomer,
  exited: boolean,
  ctx: Ctx & { readonly id: string },
): NewEvent[] {
  const now = message.phone ?? dialled(state.phones)?.phone;
  const was = ctx.read.was as UniqueState | undefined;
  const freed: NewEvent[] =
    was?.owner === mine(ctx)
      ? [
          {
            stream: phoneStream(dialled(state.phones)!.phone),
            type: 'KeyReleased',
            data: { owner: mine(ctx) },
          },
        ]
      : [];
  const known = ctx.read.phone as UniqueState | undefined;
  const held = known?.owner === mine(ctx) && (known.until != null) === exited;
  if (!now || held || (exited && known?.owner != null && known.owner !== mine(ctx))) return freed;
  return [...freed, keepPhone(now, mine(ctx), exited ? new Date(ctx.now).toISOString() : null)];
}

/** Patients move with their customer. */
function elsewhere(state: Received, { pooId }: OutsideCustomer): NewEvent[] {
  if (pooId === undefined || state.stage === 'none' || pooId === state.pooId) return [];
  return state.patientIds.map((one): NewEvent => ({
    stream: `patient-${one}`,
    type: 'PatientDetailsUpdated',
    data: { pooId },
  }));
}
