import { businessDay, instantOf, monthOf } from '../core/day.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';
import { keptMonths } from '../streams/care/carefile/carefile.ts';
import { caseStream, monthAfter, monthBefore, openingOf, readCaseId } from '../streams/care/cccase/months.ts';
import { patient } from '../streams/customers/patient.ts';
import { cccase } from '../streams/care/cccase/cccase.ts';
import { customer } from '../streams/customers/customer.ts';
import { carecustomer } from '../streams/care/cccase/carecustomer.ts';

const openAt = (patientId: number, month: string, cycleDay: number, customerId: number | null): Reaction => ({
  kind: 'command',
  stream: caseStream(patientId, month),
  command: 'open',
  input: { customerId },
  at: openingOf(month, cycleDay),
});

/** The month with the next cycle day, today's included. */
function nextMonth(at: string, cycleDay: number): string {
  const day = businessDay(Date.parse(at));
  const month = monthOf(day);
  return Number(day.slice(8)) <= cycleDay ? month : monthAfter(month);
}

/** In: care of a patient starts, or a month of it began. Out: the next case, at six on its cycle day. */
export const openCareMonth = definePolicy({
  name: 'open-care-month',
  on: [
    patient.events.PatientCareStarted,
    patient.events.PatientDeceasedMarkCorrected,
    cccase.events.CareCaseOpened,
    cccase.events.CareCaseWithheld,
  ],
  react: ({ type, stream, at, data }) => {
    if (type === 'CareCaseOpened' || type === 'CareCaseWithheld') {
      if ('why' in data && (data.why === 'deceased' || data.why === 'discharged')) return [];
      const { patientId, month } = readCaseId(streamKey(stream));
      return [openAt(patientId, monthAfter(month), data.cycleDay, data.customerId)];
    }
    const { cycleDay, customerId } = data;
    if (cycleDay === null) return [];
    const patientId = Number(streamKey(stream));
    // The first may have been closed already by a discharge or a death; the months go on with the second.
    const first = nextMonth(at, cycleDay);
    return [first, monthAfter(first)].map((month) => openAt(patientId, month, cycleDay, customerId));
  },
});

const why: Readonly<Record<string, string>> = {
  PatientPutOnHold: 'onHold',
  PatientMarkedDeceased: 'deceased',
  PatientDischarged: 'discharged',
};

/** The months of which one may still be open, the oldest first. */
function monthsUntil(month: string): readonly string[] {
  const months = [month];
  while (months.length < keptMonths) months.unshift(monthBefore(months[0]!));
  return months;
}

/**
 * In: a patient goes on hold, dies or is discharged. Out: the end of every open case; their return when the
 * hold ends.
 */
export const endCareMonth = definePolicy({
  name: 'end-care-month',
  on: [
    patient.events.PatientPutOnHold,
    patient.events.PatientMarkedDeceased,
    patient.events.PatientDischarged,
  ],
  react: ({ type, stream, at, data }) => {
    const patientId = Number(streamKey(stream));
    const month = monthOf(businessDay(Date.parse(at)));
    const ends = monthsUntil(month).map((one): Reaction => ({
      kind: 'command',
      stream: caseStream(patientId, one),
      command: 'cancel',
      input: { why: why[type] },
    }));
    const back: readonly Reaction[] =
      type === 'PatientPutOnHold' && data.until !== null
        ? [
            {
              kind: 'command',
              stream,
              command: 'resumeCare',
              input: { until: data.until },
              at: instantOf(data.until, '06:00'),
            },
          ]
        : [];
    return [...ends, ...back];
  },
});

/** In: a patient returns. Out: the month that was closed or withheld while they were away is resumed. */
export const resumeCareMonth = definePolicy({
  name: 'resume-care-month',
  on: [
    patient.events.PatientResumed,
    patient.events.PatientDeceasedMarkCorrected,
    patient.events.PatientCareStarted,
  ],
  react: ({ type, stream, at, data }) =>
    type === 'PatientDeceasedMarkCorrected' && data.cycleDay === null
      ? []
      : [
          {
            kind: 'command',
            stream: caseStream(Number(streamKey(stream)), monthOf(businessDay(Date.parse(at)))),
            command: 'reopen',
            input: { customerId: data.customerId },
          },
        ],
});

/** In: a customer leaves. Out: the end of the open months of all their patients. */
export const endCareOfCustomer = definePolicy({
  name: 'end-care-of-customer',
  on: [customer.events.CustomerExited, carecustomer.events.CareCustomerLeft],
  react: ({ type, stream, data }) =>
    type === 'CustomerExited'
      ? [{ kind: 'command', stream: `carecustomer-${streamKey(stream)}`, command: 'leave', input: {} }]
      : (data.caseIds as readonly number[]).map((caseId) => ({
          kind: 'command',
          stream: `cccase-${caseId}`,
          command: 'cancel',
          input: { why: 'exited' },
        })),
});
