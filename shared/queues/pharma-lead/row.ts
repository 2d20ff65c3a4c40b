import type { EventOf } from '../../core/stream.ts';
import type { lead } from '../../streams/leads/lead/lead.ts';
import { maskPhone, phoneKey } from '../../core/phone.ts';
import { reference } from '../../core/reference.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { streamKey } from '../../core/event.ts';
import type { OwnAction } from '../../families/queue-actions.ts';
import type { QueueRow } from '../../families/queue-row.ts';
import type { DispositionCode } from '../../streams/calls/call/dispositions.ts';
import type { CallingDay } from '../../streams/calls/call/hours.ts';
import { ownHoursRefused, type OwnCallHours } from '../../streams/calls/call/own-hours.ts';
import { hoursRefused } from '../../streams/calls/call/rules.ts';
import { leadRefused } from '../../streams/calls/call/subjects.ts';
import type { Entering } from '../../streams/calls/enter-queue.ts';
import type { LeadFace } from '../../streams/leads/lead/calling.ts';

/** A lead that waits for a call, as the queues of leads show it. */
export interface LeadRow extends QueueRow {
  readonly name: string;
  readonly phoneMasked: string;
  readonly pincode: string | null;
  readonly source: string | null;
  readonly campaignId: number | null;
  /** Its name; its number for leads whose events do not carry the name. */
  readonly campaign: string | null;
  readonly consent: string;
  readonly touchedAt: string | null;
  readonly calls: number;
  readonly lastCode: DispositionCode | null;
  /** The hours in which they want to be called. */
  readonly callHours: OwnCallHours | null;
  /** The first number does not exist; the other one is called. */
  readonly other: boolean;
}

/** Events of a lead that its queues follow. */
export type LeadQueueEvent = EventOf<typeof lead>;

/** The lead of an entering event; null for older events, which do not carry it. */
export function faceIn(event: LeadQueueEvent): LeadFace | null {
  if (event.type !== 'LeadCreated') return 'face' in event.data ? (event.data.face ?? null) : null;
  const { name, phone, pincode, pooId, language, source, campaignId, campaign, listId, consent } = event.data;
  return {
    ref: reference('LD', streamKey(event.stream)),
    name,
    phoneKey: phoneKey(phone),
    pincode: pincode ?? null,
    pooId,
    language: language ?? null,
    source,
    campaignId: campaignId ?? null,
    campaign: campaign ?? null,
    listId: listId ?? null,
    consent,
    touchedAt: event.at,
    priority: 0,
    attempts: 0,
    lastCode: null,
  };
}

export function enteringLead(event: LeadQueueEvent, face: LeadFace): Entering {
  const at = Date.parse(event.at);
  const { ref, pooId, language, phoneKey, priority } = face;
  return { subject: event.stream, ref, pooId, language, enteredAt: at, clockFrom: at, priority, phoneKey };
}

/** What closes a lead from any of its queues. */
export const closeLead: readonly OwnAction[] = [
  {
    name: 'markLost',
    command: 'markLost',
    key: 'o',
    right: 'edit',
    danger: true,
    several: true,
    inputs: [
      { name: 'reasonId', kind: 'reference', lookup: 'lossReason', required: true },
      { name: 'note', kind: 'paragraph', required: false, max: 400 },
    ],
  },
  {
    name: 'markDnc',
    command: 'markDnc',
    key: 'x',
    right: 'edit',
    danger: true,
    inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
  },
];

export const blankLead = (base: QueueRow): LeadRow => ({
  ...base,
  name: '',
  phoneMasked: '',
  pincode: null,
  source: null,
  campaignId: null,
  campaign: null,
  consent: 'none',
  touchedAt: null,
  calls: 0,
  lastCode: null,
  callHours: null,
  other: false,
});

function ofFace(row: LeadRow, face: LeadFace): Partial<LeadRow> {
  const { name, phoneKey, pincode, source, campaignId, campaign, consent, touchedAt, attempts, lastCode } =
    face;
  return {
    name,
    phoneMasked: maskPhone(phoneKey),
    pincode,
    source,
    campaignId,
    campaign: campaign || (campaignId === null ? null : `#${campaignId}`),
    consent,
    touchedAt,
    calls: attempts,
    lastCode,
    callHours: face.callHours ?? null,
    other: face.otherPhone ?? row.other,
  };
}

/** Another number than before is called. */
function dialling(row: LeadRow, { phoneKey, otherPhone = false }: LeadFace): Partial<LeadRow> {
  const why = otherPhone ? 'why.other' : row.why === 'why.other' ? 'why.again' : row.why;
  return { phoneMasked: maskPhone(phoneKey), other: otherPhone, why };
}

const texts = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What an event of the lead changes in its row. */
export function foldLead(row: LeadRow, event: LeadQueueEvent): Partial<LeadRow> {
  const face = faceIn(event);
  if (face && event.type === 'LeadNumberSwitched')
    return {
      ...ofFace(row, face),
      other: event.data.other,
      why: event.data.other ? 'why.other' : 'why.again',
    };
  if (face && event.type !== 'LeadDetailsUpdated') {
    const again = face.otherPhone ? 'why.other' : 'why.again';
    return { ...ofFace(row, face), why: face.attempts > 0 ? again : 'why.entered' };
  }
  switch (event.type) {
    case 'LeadCallStarted':
      // The time limit is for the first call.
      return {
        calls: row.calls + 1,
        warnAt: null,
        breachAt: null,
        why: row.other ? 'why.other' : 'why.again',
      };
    case 'LeadDispositioned':
      return { lastCode: event.data.code };
    case 'LeadTouchRecorded':
      return { touchedAt: event.at };
    case 'LeadCallHoursSet':
      return { callHours: event.data.hours };
    case 'LeadDetailsUpdated': {
      const { name, language, pincode, altPhone } = event.data;
      return {
        ...(row.other && altPhone ? { phoneMasked: maskPhone(phoneKey(altPhone)) } : {}),
        ...(face ? dialling(row, face) : {}),
        ...(name === undefined ? {} : { name: texts(name) ?? row.name }),
        ...(language === undefined ? {} : { language: texts(language) }),
        ...(pincode === undefined ? {} : { pincode: texts(pincode) }),
      };
    }
    default:
      return {};
  }
}

/** Why nobody calls this lead at this hour. */
export const leadHoursShut = (
  { name, callHours }: Pick<LeadRow, 'name' | 'callHours'>,
  now: number,
  day: CallingDay,
): Refusal | null =>
  ownHoursRefused(callHours, name, 'promotional', now, { day }) ?? hoursRefused('promotional', now, day);

/** Why a lead's row cannot be called now, as far as the screen knows it. */
export function leadRowShut(
  row: Pick<LeadRow, 'consent' | 'touchedAt' | 'name' | 'callHours'>,
  now: number,
  day: CallingDay,
): Refusal | null {
  return (
    leadRefused({ stage: 'Queued', consent: row.consent, touchedAt: row.touchedAt }, now) ??
    leadHoursShut(row, now, day)
  );
}

/** A callback's row: not before its time, and first its owner's. */
export function turnRowShut(
  {
    dueAt,
    owner,
    firstUntil,
  }: {
    readonly dueAt: string;
    readonly owner: { readonly empId: number; readonly name: string } | null;
    readonly firstUntil: string;
  },
  empId: number,
  now: number,
): Refusal | null {
  if (now < Date.parse(dueAt) - 5 * 60_000) return refuse('notYetDue', 422, { until: dueAt });
  return owner && owner.empId !== empId && now < Date.parse(firstUntil)
    ? refuse('ownersTurn', 422, { name: owner.name, time: firstUntil })
    : null;
}
