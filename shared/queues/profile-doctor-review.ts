import { readingLease } from '../streams/calls/lease-groups.ts';
import type { StoredOf } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import type { QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { ProfileReviewState, profilereview } from '../streams/care/review/profilereview.ts';

interface ProfileRow extends QueueRow {
  readonly name: string;
  readonly customer: string;
  readonly dob: string | null;
  readonly diagnoses: string;
  readonly answer: string;
}
type ProfileQueueEvent = StoredOf<(typeof profilereview.events)['ProfileReviewOpened' | 'ProfileInfoGiven']>;

const hour = 3_600_000;

/** New patients whose profile waits for a doctor. */
export const profileDoctorReview = defineQueue<
  ProfileRow,
  ProfileQueueEvent,
  keyof typeof profilereview.events
>({
  name: 'profileDoctorReview',
  route: '/customerVisit/profileDoctorReview',
  group: 'Out Bound',
  entity: 'profileDoctorReview',
  subject: 'profilereview',
  lease: readingLease,
  sla: { clock: 'business', warnMs: 11 * hour, breachMs: 22 * hour },
  enter: {
    on: ['ProfileReviewOpened', 'ProfileInfoGiven'],
    item({ stream, at, data: { face } }) {
      const entered = Date.parse(at);
      return {
        subject: stream,
        ref: face.ref,
        pooId: face.pooId,
        language: null,
        enteredAt: entered,
        clockFrom: entered,
      };
    },
  },
  leave: ['ProfileReviewed', 'ProfileInfoRequested'],
  holds: ({ stage }: ProfileReviewState) => stage === 'pending',
  blank: (base) => ({ ...base, name: '', customer: '', dob: null, diagnoses: '', answer: '' }),
  fold(_row, { type, data }) {
    if (type !== 'ProfileReviewOpened' && type !== 'ProfileInfoGiven') return {};
    const { name, customer, dob, diagnoses } = data.face;
    return {
      name,
      customer,
      dob,
      diagnoses: diagnoses.join(', '),
      ...(type === 'ProfileInfoGiven' ? { answer: data.answer, why: 'why.answered' } : {}),
    };
  },
  rank: (row) => [row.answer === '' ? 1 : 0, row.enteredAt],
  first: (row) => (row.answer === '' ? null : 'answered'),
  sources: ['customer'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 108, filter: 'text' },
    { name: 'name', kind: 'text', width: 160, flex: 2, filter: 'text' },
    { name: 'dob', kind: 'date', width: 120 },
    { name: 'diagnoses', kind: 'text', width: 220, flex: 2 },
    { name: 'customer', kind: 'id', width: 108, filter: 'text' },
    { name: 'enteredAt', kind: 'age', width: 80 },
    { name: 'holder', kind: 'holder', width: 140, filter: 'set' },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
  ],
  actions: [],
  translations: translations({
    en: {
      title: 'Profile doctor review',
      'column.ref': 'Patient',
      'column.name': 'Name',
      'column.dob': 'Born',
      'column.diagnoses': 'Diagnoses',
      'column.customer': 'Customer',
      'first.answered': 'question answered',
      'why.entered': 'A new patient; a doctor reviews the profile first.',
      'why.answered': 'Your question was answered: {{answer}}',
    },
    es: {
      title: 'Revisión médica del perfil',
      'column.ref': 'Paciente',
      'column.name': 'Nombre',
      'column.dob': 'Nacimiento',
      'column.diagnoses': 'Diagnósticos',
      'column.customer': 'Cliente',
      'first.answered': 'pregunta respondida',
      'why.entered': 'Paciente nuevo; un médico revisa antes el perfil.',
      'why.answered': 'Se respondió a su pregunta: {{answer}}',
    },
  }),
});
