import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';
import { rxRef } from '../streams/prescriptions/references.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';

interface Told {
  readonly message: 'prescriptionSentBack' | 'prescriptionRejected' | 'prescriptionAnswered';
  readonly icon: string;
  readonly color: string;
  readonly route: string;
}

const told = (type: string, id: string, back: 'entry' | 'check'): Told => {
  switch (type) {
    case 'PrescriptionSentBack':
      return {
        message: 'prescriptionSentBack',
        icon: 'help',
        color: 'orange',
        route: `/prescription/pdList?row=${id}`,
      };
    case 'ClarificationAnswered':
      return {
        message: 'prescriptionAnswered',
        icon: 'check',
        color: 'blue',
        route: `/prescription/${back === 'entry' ? 'pdList' : 'prescriptionChecker'}?row=${id}`,
      };
    default:
      return {
        message: 'prescriptionRejected',
        icon: 'x',
        color: 'red',
        route: '/prescription/prescUploadOtpVerification',
      };
  }
};

/**
 * In: a prescription is sent back or rejected, or a question about it is answered. Out: a notice to the
 * person who entered, uploaded or asked, without the name of a patient or medicine.
 */
export const notifyPrescription = definePolicy({
  name: 'notify-prescription',
  on: [
    prescription.events.PrescriptionSentBack,
    prescription.events.PrescriptionRejected,
    prescription.events.ClarificationAnswered,
  ],
  react: (event): readonly Reaction[] => {
    const to =
      event.type === 'PrescriptionSentBack'
        ? event.data.to
        : event.type === 'ClarificationAnswered'
          ? event.data.askedBy
          : event.data.uploadedBy;
    if (!to || to.empId === null || to.empId === event.actor.empId) return [];
    const id = streamKey(event.stream);
    const { message, icon, color, route } = told(
      event.type,
      id,
      event.type === 'ClarificationAnswered' ? event.data.back : 'entry',
    );
    return [
      {
        kind: 'command',
        stream: `notice-${to.empId}`,
        command: 'push',
        input: {
          message,
          values: { ref: rxRef(id) },
          icon,
          color,
          route,
          dedupeKey: `${event.stream}:${event.type}:${event.version}`,
        },
      },
    ];
  },
});
