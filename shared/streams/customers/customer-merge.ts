import { z } from 'zod';
import type { NewEvent } from '../../core/event.ts';
import { inPoos } from '../../core/permission.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import { recordId } from '../../core/record-id.ts';
import { mostAddresses, type CustomerAddress } from './customer-addresses.ts';
import type { CustomerConsents } from './customer-consents.ts';
import { joinDocuments, type CustomerDocument } from './customer-documents.ts';
import { joinPhones, keepPhone, type CustomerPhone } from './customer-phones.ts';
import { notActive, type CustomerStatus } from './customer-state-rules.ts';
import { consentKinds } from './signup/fields.ts';

interface Mergeable extends CustomerStatus {
  readonly id: string;
  readonly name: string;
  readonly pooId: number | null;
  readonly phones: readonly CustomerPhone[];
  readonly addresses: readonly CustomerAddress[];
  readonly consents: CustomerConsents;
  readonly documents: readonly CustomerDocument[];
  readonly patientIds: readonly number[];
  readonly doubleIds: readonly number[];
}

/** The survivor's value takes precedence; where it is blank, the duplicate's is used. */
const filled = [
  'email',
  'dob',
  'gender',
  'religionId',
  'secGrade',
  'categoryId',
  'careTierId',
  'campaignId',
  'agentId',
  'routeId',
  'rankId',
  'leadId',
  'signupId',
  'callHours',
] as const;

/**
 * Merges two records of one person, in one commit: the older number survives and takes over everything the
 * duplicate had.
 */
export const merge = command<Mergeable, { otherId: number }>({
  input: z.strictObject({ otherId: recordId('customer', { former: true }) }),
  need: 'Masters/customerMaster:approve',
  versioned: true,
  reads: ({ otherId }) => ({ other: `customer-${otherId}` }),
  decide(state, { otherId }, ctx) {
    const other = ctx.read.other as Mergeable;
    const no = notActive(state) ?? unfit(state, other, otherId, ctx);
    if (no) return no;
    const [into, double] = Number(ctx.id) < otherId ? [state, other] : [other, state];
    const customerId = Number(into.id);
    const away = (one: number | string): NewEvent => ({
      stream: `customer-${one}`,
      type: 'CustomersMerged',
      data: { into: customerId },
    });
    // Older customers do not name their patients in their own stream, so the list view is consulted.
    const patients = new Set([
      ...double.patientIds,
      ...((ctx.prepared as { patientIds?: readonly number[] } | undefined)?.patientIds ?? []),
    ]);
    const numbers = double.phones.filter(({ primary, held }) => primary || held);
    const events: NewEvent[] = [
      away(double.id),
      {
        stream: `customer-${customerId}`,
        type: 'CustomerDoubleJoined',
        data: joined(into, double, [...patients]),
      },
      ...double.doubleIds.map(away),
      ...[...patients].map((one): NewEvent => ({
        stream: `patient-${one}`,
        type: 'PatientMoved',
        data: { customerId, pooId: into.pooId, from: Number(double.id) },
      })),
      ...numbers.map(({ phone }) => keepPhone(phone, `customer-${customerId}`, null)),
    ];
    return { events, answer: { customerId, customer: reference('CU', customerId) } };
  },
});

function unfit(
  state: Mergeable,
  other: Mergeable,
  otherId: number,
  ctx: Ctx & { readonly id: string },
): Refusal | null {
  if (otherId === Number(ctx.id)) return refuse('mergeItself', 422, undefined, 'otherId');
  if (other.stage === 'none' || !inPoos(ctx.viewer, other.pooId))
    return refuse('notInList', 422, { label: 'customerLabel' }, 'otherId');
  const no = notActive(other, 'otherId');
  if (no) return no;
  const place = (pooId: number | null): string =>
    pooId === null ? '' : (ctx.directory.poo(pooId)?.name ?? '');
  return state.pooId === other.pooId
    ? null
    : refuse(
        'mergeDifferentPoo',
        422,
        { place: place(state.pooId), other: place(other.pooId), name: other.name },
        'otherId',
      );
}

/** Fields of the survivor that change by the merge. */
function joined(into: Mergeable, double: Mergeable, patientIds: readonly number[]): Record<string, unknown> {
  const blank = filled.filter((field) => valueOf(into, field) == null && valueOf(double, field) != null);
  return {
    double: Number(double.id),
    doubleIds: [...into.doubleIds, Number(double.id), ...double.doubleIds],
    patientIds: [...new Set([...into.patientIds, ...patientIds])],
    phones: joinPhones([
      ...into.phones,
      ...double.phones.map((one) => (one.primary ? { ...one, held: true as const } : one)),
    ]),
    addresses: joinAddresses(into.addresses, double.addresses),
    consents: joinConsents(into.consents, double.consents),
    documents: joinDocuments(into.documents, double.documents),
    ...Object.fromEntries(blank.map((field) => [field, valueOf(double, field)])),
  };
}
const valueOf = (state: Mergeable, field: (typeof filled)[number]): unknown =>
  (state as Mergeable & Record<string, unknown>)[field];

const place = ({ line, pincode }: CustomerAddress): string =>
  `${line ?? ''}|${pincode ?? ''}`.toLowerCase().replace(/\s+/g, ' ');

/**
 * The survivor's addresses, then the duplicate's as far as there is room; the survivor's default stays the
 * default.
 */
function joinAddresses(
  own: readonly CustomerAddress[],
  others: readonly CustomerAddress[],
): readonly CustomerAddress[] {
  const last = Math.max(0, ...own.map(({ no }) => no));
  const more = others
    .filter((one) => !own.some((known) => place(known) === place(one)))
    .map((one, at) => ({ ...one, no: last + at + 1, default: own.length === 0 && one.default }));
  return [...own, ...more].slice(0, mostAddresses);
}

/** The later consent counts; at the same instant, the withdrawal. */
function joinConsents(own: CustomerConsents, others: CustomerConsents): CustomerConsents {
  return Object.fromEntries(
    consentKinds.flatMap((kind) => {
      const [mine, theirs] = [own[kind], others[kind]];
      if (!mine || !theirs) return mine || theirs ? [[kind, mine ?? theirs]] : [];
      const later =
        mine.at === theirs.at ? (mine.given ? theirs : mine) : mine.at > theirs.at ? mine : theirs;
      return [[kind, later]];
    }),
  );
}
