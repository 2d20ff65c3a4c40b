import { z } from 'zod';
import { businessDay } from '../../core/day.ts';
import { factAgeShape, isNews, markOf, type FactMark } from '../../core/fact-age.ts';
import { blankable, date, dialablePhone, id, name, phone } from '../../core/fields.ts';
import type { NewEvent } from '../../core/event.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import { standingOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import { ownerAt, type UniqueState } from '../core/unique.ts';
import type { CustomerAddress } from './customer-addresses.ts';
import type { CustomerConsents } from './customer-consents.ts';
import { dialled, joinPhones, keepPhone, phoneStream, type CustomerPhone } from './customer-phones.ts';
import type { CustomerStanding } from './customer-standing.ts';
import { addressShape, applicantShape, isImpossibleAge, draftParts, type ConsentGiven, type ConsentKind } from './signup/fields.ts';

/** What of a customer the outside can tell. */
interface Told extends CustomerStanding {
  readonly phones: readonly CustomerPhone[];
  readonly addresses: readonly CustomerAddress[];
  readonly pooId: number | null;
  readonly consents: CustomerConsents;
  readonly patientIds: readonly number[];
  readonly source: FactMark | null;
}

const { email, dob, gender, religionId, secGrade, language } = applicantShape;
/** Fields that stand at the customer as they are told. */
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
const optional = Object.fromEntries(Object.entries(plain).map(([key, field]) => [key, (field as z.ZodType).optional()])) as {
  [K in Plain]: z.ZodOptional<(typeof plain)[K]>;
};

const told = z.object({
  ...factAgeShape,
  ...optional,
  phone: dialablePhone().optional(),
  altPhone: blankable(phone()).optional(),
  address: z.object(addressShape).optional(),
  consents: draftParts.consents,
  leadId: blankable(id()).optional(),
  since: date().optional(),
  exited: z.boolean('badFormat').optional(),
  exitedOn: date().optional(),
});
type OutsideCustomer = z.output<typeof told>;

/** Lists of ours that a fact can name records of. */
const lists = { categoryId: 'customerCategory', careTierId: 'careTier', rankId: 'customerRank', routeId: 'customerRoute', religionId: 'religion' } as const;
const named = Object.entries(lists) as [keyof typeof lists, string][];
const lasting = ['name', 'phone', 'pooId'] as const;

/** The outside's word on a customer, whole: a part left out stays as it is here, and an older or known word changes nothing. */
export const receive = command<Told, OutsideCustomer>({
  input: told,
  need: 'system',
  creates: true,
  reads(fact, state) {
    const before = dialled(state.phones)?.phone;
    const now = fact.phone ?? before;
    return {
      ...(now ? { phone: phoneStream(now) } : {}),
      ...(before && now && phoneStream(before) !== phoneStream(now) ? { was: phoneStream(before) } : {}),
      ...Object.fromEntries(named.flatMap(([field, kind]) => (fact[field] ? [[field, `master-${kind}-${fact[field]}`]] : []))),
    };
  },
  decide(state, fact, ctx) {
    const source = markOf(fact);
    if (state.stage === 'merged') return { events: [], answer: { ignored: 'merged' } };
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const exited = fact.exited ?? state.stage === 'exited';
    const no = unfit(state, fact, ctx) ?? phoneTaken(exited, ctx);
    if (no) return no;
    const own = state.stage === 'none' ? [created(fact, ctx)] : changed(state, fact);
    const events = [...own, ...stood(state, fact, exited)];
    const [first = { type: 'CustomerReceived', data: {} }, ...rest] = events;
    return [{ ...first, data: { ...first.data, source } }, ...rest, ...numbers(state, fact, exited, ctx), ...elsewhere(state, fact)];
  },
});

/** Why the fact cannot stand as it is told. */
function unfit(state: Told, fact: OutsideCustomer, ctx: Ctx): Refusal | null {
  const missing = state.stage === 'none' ? lasting.find((field) => fact[field] === undefined) : undefined;
  if (missing) return refuse('required', 422, { label: `field.${missing}` }, missing);
  if (fact.pooId !== undefined && !ctx.directory.poo(fact.pooId)) return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
  if (fact.agentId != null && !ctx.directory.employee(fact.agentId)) return refuse('notInList', 422, { label: 'agent' }, 'agentId');
  const unknown = named.find(([field]) => fact[field] != null && standingOf(ctx.read[field] as MasterState | undefined) === 'missing');
  if (unknown) return refuse('notInList', 422, { label: `field.${unknown[0]}` }, unknown[0]);
  return isImpossibleAge(fact.dob, ctx.today) ? refuse('ageInvalid', 422, {}, 'dob') : null;
}

const mine = (ctx: { readonly id: string }): string => `customer-${ctx.id}`;
const holder = (ctx: Ctx): string | null => ownerAt(ctx.read.phone as UniqueState | undefined, ctx.now);

/** A number belongs to one active customer. */
function phoneTaken(exited: boolean, ctx: Ctx & { readonly id: string }): Refusal | null {
  const owner = holder(ctx);
  if (exited || owner === null || owner === mine(ctx)) return null;
  return refuse('customerPhoneInUse', 409, { customer: reference('CU', owner.slice(owner.indexOf('-') + 1)) }, 'phone');
}

const phoneOf = (phone: string): CustomerPhone => ({ phone, verifiedAt: null, primary: false });

/** The numbers as they are told, the other ones known before behind them; one that was proven stays so. */
function phonesTold(phones: readonly CustomerPhone[], { phone: first = dialled(phones)?.phone, altPhone }: OutsideCustomer): readonly CustomerPhone[] {
  const before = (one: string): CustomerPhone => phones.find(({ phone }) => phoneStream(phone) === phoneStream(one)) ?? phoneOf(one);
  const others = phones.filter(({ primary }) => !primary).map((one) => one.phone);
  return joinPhones([first, altPhone, ...others].flatMap((one) => (one ? [before(one)] : [])));
}

function created(fact: OutsideCustomer, ctx: Ctx): NewEvent {
  const { exitedOn: _on, exited: _exited, version: _v, modifiedAt, hash: _h, phone: _p, altPhone: _a, address, consents, leadId, since, ...rest } = fact;
  const at = new Date(modifiedAt).toISOString();
  const blank = Object.fromEntries(Object.keys(plain).map((key) => [key, null]));
  return {
    type: 'CustomerCreated',
    data: {
      ...blank,
      language: 'en',
      ...rest,
      phones: phonesTold([], fact),
      addresses: address ? [{ ...address, default: true }] : [],
      consents: Object.fromEntries(Object.entries(consents ?? {}).map(([kind, one]) => [kind, { ...one, at }])),
      documents: [],
      signupId: null,
      leadId: leadId ?? null,
      since: since ?? ctx.today,
      patientIds: [],
    },
  };
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

function changed(state: Told, fact: OutsideCustomer): NewEvent[] {
  const now: Record<string, unknown> = Object.fromEntries((Object.keys(plain) as Plain[]).map((key) => [key, fact[key]]));
  if (fact.phone !== undefined || fact.altPhone) now.phones = phonesTold(state.phones, fact);
  const others = Object.entries(now).filter(([key, value]) => value !== undefined && differ(value ?? null, state[key as keyof Told] ?? null));
  return [
    ...(others.length > 0 ? [{ type: 'CustomerDetailsUpdated', data: Object.fromEntries(others) }] : []),
    ...moved(state.addresses, fact.address),
    ...agreed(state.consents, fact.consents ?? {}),
  ];
}

/** The address told is the default one, whichever it is of those that are known. */
function moved(addresses: readonly CustomerAddress[], told: OutsideCustomer['address']): NewEvent[] {
  if (!told) return [];
  const same = addresses.find(({ no: _no, default: _default, ...one }) => !differ(sorted(one), sorted(told)));
  if (same?.default) return [];
  const at = same ?? addresses.find((one) => one.default);
  const no = at?.no ?? 1;
  return [{ type: at ? 'CustomerAddressChanged' : 'CustomerAddressAdded', data: { no, ...told, default: true } }];
}
const sorted = (address: object): unknown => Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1));

/** What was withdrawn here stays withdrawn, until somebody of us hears otherwise: the outside may only repeat what it knew before. */
function agreed(before: CustomerConsents, now: NonNullable<OutsideCustomer['consents']>): NewEvent[] {
  return (Object.entries(now) as [ConsentKind, ConsentGiven][]).flatMap(([kind, { given, channel, version }]): NewEvent[] => {
    const old = before[kind];
    if (old?.given === given && old.version === version) return [];
    if (given && old && !old.given && old.by?.empId) return [];
    return [{ type: 'CustomerConsentChanged', data: { kind, given, channel, version } }];
  });
}

/** Left, or come back. */
function stood(state: Told, fact: OutsideCustomer, exited: boolean): NewEvent[] {
  if (exited === (state.stage === 'exited')) return [];
  return exited
    ? [{ type: 'CustomerExited', data: { on: fact.exitedOn ?? businessDay(Date.parse(fact.modifiedAt)) } }]
    : [{ type: 'CustomerReactivated', data: {} }];
}

/** Whose number it is from now on, and whose no longer. */
function numbers(state: Told, fact: OutsideCustomer, exited: boolean, ctx: Ctx & { readonly id: string }): NewEvent[] {
  const now = fact.phone ?? dialled(state.phones)?.phone;
  const was = ctx.read.was as UniqueState | undefined;
  const freed: NewEvent[] =
    was?.owner === mine(ctx) ? [{ stream: phoneStream(dialled(state.phones)!.phone), type: 'KeyReleased', data: { owner: mine(ctx) } }] : [];
  const known = ctx.read.phone as UniqueState | undefined;
  const held = known?.owner === mine(ctx) && (known.until != null) === exited;
  if (!now || held || (exited && known?.owner != null && known.owner !== mine(ctx))) return freed;
  return [...freed, keepPhone(now, mine(ctx), exited ? new Date(ctx.now).toISOString() : null)];
}

/** Patients belong where their customer belongs. */
function elsewhere(state: Told, { pooId }: OutsideCustomer): NewEvent[] {
  if (pooId === undefined || state.stage === 'none' || pooId === state.pooId) return [];
  return state.patientIds.map((one): NewEvent => ({ stream: `patient-${one}`, type: 'PatientDetailsUpdated', data: { pooId } }));
}
