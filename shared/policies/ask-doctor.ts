import { streamKey } from '../core/event.ts';
import type { Directory } from '../core/directory.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { doctorAnswers } from '../streams/prescriptions/prescription/entry.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

const notice = (
  empId: number,
  message: 'doctorAsked' | 'doctorAnswerOverdue',
  event: { readonly stream: string; readonly version: number },
  route: string,
): Reaction => ({
  kind: 'command',
  stream: `notice-${empId}`,
  command: 'push',
  input: {
    message,
    values: { ref: rxRef(streamKey(event.stream)) },
    icon: message === 'doctorAsked' ? 'help' : 'clock',
    color: message === 'doctorAsked' ? 'blue' : 'orange',
    route,
    dedupeKey: `${message}:${event.stream}:${event.version}`,
  },
});

const doctorsOf = (directory: Directory, pooId: number | undefined): readonly number[] =>
  directory
    .holders(doctorAnswers)
    .filter(({ poos }) => pooId === undefined || poos.includes(pooId))
    .map(({ empId }) => empId);

/**
 * In: a question to a doctor about a prescription, or its answer is overdue. Out: notices to the doctors of the place, and to the
 * asker when it is overdue; without the name of a patient or medicine.
 */
export const askDoctor = definePolicy({
  name: 'ask-doctor',
  on: [prescription.events.ClarificationRequested, prescription.events.ClarificationOverdue],
  react(event, { directory }): readonly Reaction[] {
    const { to, by, back } = event.data;
    if (to !== 'doctor') return [];
    const id = streamKey(event.stream);
    const here = `/prescription/DoctorView?question=${id}`;
    if (event.type === 'ClarificationRequested') {
      const { dueAt, face } = event.data;
      const doctors = doctorsOf(directory, face?.pooId).filter((empId) => empId !== by.empId);
      return [
        ...doctors.map((empId) => notice(empId, 'doctorAsked', event, here)),
        ...(dueAt === undefined
          ? []
          : [
              {
                kind: 'command' as const,
                ...{ stream: event.stream, command: 'clarificationOverdue', input: { dueAt } },
                at: Date.parse(dueAt),
              },
            ]),
      ];
    }
    const doctors = doctorsOf(directory, event.data.pooId);
    const desk = `/prescription/${back === 'entry' ? 'pdList' : 'prescriptionChecker'}`;
    const asker = by.empId !== null && !doctors.includes(by.empId) ? by.empId : null;
    return [
      ...doctors.map((empId) => notice(empId, 'doctorAnswerOverdue', event, here)),
      ...(asker === null ? [] : [notice(asker, 'doctorAnswerOverdue', event, desk)]),
    ];
  },
});
