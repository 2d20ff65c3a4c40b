import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { escalation } from '../streams/care/escalation/escalation.ts';

const { EscalationRaised, EscalationReopened, EscalationRang, EscalationLevelRaised } = escalation.events;

/**
 * In: an escalation is open. Out: checks at its next alert, and at the time limit of its level, whether
 * somebody has taken it.
 */
export const watchEscalation = definePolicy({
  name: 'watch-escalation',
  on: [EscalationRaised, EscalationReopened, EscalationRang, EscalationLevelRaised],
  react: ({ type, stream, data }) => {
    const at = (command: string, when: string | null): readonly Reaction[] =>
      when === null ? [] : [{ kind: 'command', stream, command, input: { at: when }, at: Date.parse(when) }];
    const clocks =
      type === 'EscalationRang' ? [] : [...at('levelDue', data.ackBy), ...at('levelDue', data.resolveBy)];
    return [...at('ring', data.ringAt), ...clocks];
  },
});

/** Notifies the people of the level, at night and in quiet hours too; the notice holds no patient data. */
export const notifyOfEscalation = definePolicy({
  name: 'notify-of-escalation',
  on: [EscalationRaised, EscalationReopened, EscalationRang, EscalationLevelRaised],
  react: ({ stream, data }) =>
    data.notified.map((empId) => ({
      kind: 'command',
      stream: `notice-${empId}`,
      command: 'push',
      input: {
        message: data.level === 1 ? 'escalationRaised' : 'escalationLevel',
        values: { ref: data.ref, level: data.level },
        icon: 'alarm',
        route: `/prescription/careConnect?patient=${data.patientId}`,
        color: data.severity === 'critical' ? 'red' : 'orange',
        about: stream,
        dedupeKey: stream,
        replaces: true,
        urgent: data.severity === 'critical',
        ...(data.ackBy === null ? {} : { due: data.ackBy }),
      },
    })),
});
