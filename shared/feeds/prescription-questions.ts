import type { EventOf } from '../core/stream.ts';
import type { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { streamKey } from '../core/event.ts';
import { inPoos, may } from '../core/permission.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { doctorDueAt } from '../streams/prescriptions/prescription/entry.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

/** A question about a prescription that waits outside the desks for the doctor's or the customer's answer, or was answered. */
export interface QuestionRow {
  readonly id: string;
  readonly ref: string;
  readonly pooId: number | null;
  readonly patientId: number | null;
  readonly patient: string;
  readonly to: 'doctor' | 'customer';
  readonly text: string;
  readonly askedBy: string;
  readonly askedAt: string;
  /** The desk that continues once the answer is known. */
  readonly back: 'entry' | 'check';
  /** Until when a doctor is to answer; null for a customer. */
  readonly dueAt: string | null;
  /** Null while it is open. */
  readonly answered: { readonly text: string; readonly by: string; readonly at: string } | null;
}

/** Beside the open ones, the latest answered questions are kept. */
const kept = 500;

const questionsView = defineView<QuestionRow, EventOf<typeof prescription>>({
  name: 'prescription-questions',
  version: 2,
  recent: { most: kept, first: () => false },
  streams: ['prescription'],
  ids: ({ type, stream }) =>
    type === 'ClarificationRequested' || type === 'ClarificationAnswered' || type === 'PrescriptionLapsed'
      ? [streamKey(stream)]
      : [],
  row: (row, { type, at, data }, id) => {
    if (type === 'ClarificationAnswered')
      return row ? { ...row, answered: { text: data.text, by: data.by.name, at } } : null;
    if (type !== 'ClarificationRequested') return null;
    return {
      id,
      ref: rxRef(id),
      pooId: data.face?.pooId ?? null,
      patientId: data.patientId ?? null,
      patient: data.face?.patient ?? '',
      to: data.to,
      text: data.text,
      askedBy: data.by.name,
      askedAt: at,
      back: data.back,
      // Questions of earlier versions do not say when they are due.
      dueAt: data.to === 'doctor' ? (data.dueAt ?? doctorDueAt(Date.parse(at))) : null,
      answered: null,
    };
  },
});

interface QuestionScope extends Scope {
  readonly poos: readonly number[] | 'all';
  /** A desk sees every question, a doctor those to a doctor. */
  readonly desk: boolean;
}

const desks = [
  'Prescription/pdList:view',
  'Prescription/pdListv2:view',
  'Prescription/prescriptionChecker:view',
] as const;

/** Questions about prescriptions of one's places: all at the desks, for doctors those to a doctor. */
export const prescriptionQuestions = defineFeed<QuestionRow, QuestionScope, QuestionRow>({
  name: 'list/prescriptionQuestions',
  view: questionsView,
  need: [...desks, 'Prescription/DoctorView:view'],
  scope: (viewer) => ({
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
    desk: may(viewer, desks).ok,
  }),
  see: (row, scope) => (inPoos(scope, row.pooId) && (scope.desk || row.to === 'doctor') ? row : null),
  sources: ['prescription', 'customer'],
});
