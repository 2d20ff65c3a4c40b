import { cutText } from '#shared/core/cut.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import {
  dispositionOf,
  type DispositionCode,
  type DispositionNeed,
} from '#shared/streams/calls/call/dispositions.ts';

/** The input of a disposition before it is sent. */
export interface Typed {
  readonly notes: string;
  /** `YYYY-MM-DDTHH:MM` in IST. */
  readonly nextAt: string;
  readonly reasonId: string | null;
  readonly customerId: string | null;
  readonly language: string | null;
  readonly visit: VisitWish;
}
export interface VisitWish {
  readonly empId: number | null;
  readonly day: string | null;
  readonly slotFrom: string | null;
}
export const nothingTyped: Typed = {
  notes: '',
  nextAt: 'T',
  reasonId: null,
  customerId: null,
  language: null,
  visit: { empId: null, day: null, slotFrom: null },
};

export const needOf = (code: DispositionCode): DispositionNeed | null => dispositionOf(code).needs ?? null;

const instant = (typed: string): number => Date.parse(`${typed}:00+05:30`);

/** The fields that are missing, by name; empty when it can be sent. */
export function missingFields(
  code: DispositionCode,
  typed: Typed,
  reasonNeedsText: boolean,
): readonly string[] {
  const short = typed.notes.trim().length < 3;
  switch (needOf(code)) {
    case 'setupAppointment':
    case 'salesAppointment':
      return [
        ...(typed.visit.empId === null ? ['empId'] : []),
        ...(typed.visit.day === null ? ['day'] : []),
        ...(typed.visit.slotFrom === null ? ['slotFrom'] : []),
      ];
    case 'nextAt':
      return Number.isNaN(instant(typed.nextAt)) ? ['nextAt'] : [];
    case 'note':
      return short ? ['notes'] : [];
    case 'lossReason':
      return [
        ...(typed.reasonId === null ? ['reasonId'] : []),
        ...(reasonNeedsText && short ? ['notes'] : []),
      ];
    case 'customer':
      return typed.customerId === null ? ['customerId'] : [];
    case 'language':
      return typed.language === null ? ['language'] : [];
    default:
      return [];
  }
}

/** The body of `dispositionCall`. */
export function dispositionBody(
  code: DispositionCode,
  typed: Typed,
  appointmentId: number | null,
): Readonly<Record<string, unknown>> {
  const need = needOf(code);
  const notes = typed.notes.trim();
  return {
    code,
    ...(notes === '' ? {} : { notes }),
    ...(need === 'nextAt' ? { nextAt: new Date(instant(typed.nextAt)).toISOString() } : {}),
    ...(need === 'lossReason' ? { reasonId: Number(typed.reasonId) } : {}),
    ...(need === 'customer' ? { customerId: Number(typed.customerId) } : {}),
    ...(need === 'language' ? { language: typed.language } : {}),
    ...(appointmentId === null ? {} : { appointmentId }),
  };
}

/** The body of `bookAppointment` for a visit agreed on the phone. */
export function visitBody(
  code: DispositionCode,
  { visit, notes }: Typed,
  subject: string,
  pooId: number | null,
): Readonly<Record<string, unknown>> {
  const id = Number(streamKey(subject));
  return {
    appDate: visit.day,
    slotFrom: visit.slotFrom,
    iSlotType: 1,
    vAppType: code === 'SALES_FIXED' ? 'sales' : 'setup',
    iAssignedTo: visit.empId,
    ...(streamName(subject) === 'customer' ? { iCustomerId: id } : { iLeadId: id }),
    iPooId: pooId,
    vRemarks: cutText(notes.trim(), 500),
  };
}
