import { z } from 'zod';
import { addDays, DAY_MS, instantOf, isSunday } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { id, instant, note, text } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { employeeId } from '../../../core/record-id.ts';
import { noCall, type CallState } from '../call/state.ts';
import {
  evolveFollowUp,
  followUpOutcomes,
  noFollowUp,
  type FollowUpEvent,
  type FollowUpOutcome,
  type FollowUpState,
} from './state.ts';

const need: readonly Permission[] = ['Out Bound/outCall:edit', 'Out Bound/pharmaLead:edit'];
/** The maximum number of days by which a follow-up may be moved. */
export const followUpDays = 14;

const made = (event: FollowUpEvent): NewEvent => ({ type: event.type, data: { ...event.data } });
const person = ({ viewer }: Ctx) => ({ empId: viewer.empId ?? 0, name: viewer.name });

/** Eleven o'clock of the next working day after a promise. */
function nextMorning(today: string): string {
  let day = addDays(today, 1);
  if (isSunday(day)) day = addDays(day, 1);
  return new Date(instantOf(day, '11:00')).toISOString();
}

function closed({ face, stage }: FollowUpState, ctx: Ctx): Refusal | null {
  if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
  return stage === 'open' ? null : refuse('followUpClosed', 409);
}

/** An order taken on the phone, under the number of its call, until it is placed or abandoned. */
export const followup = defineStream<FollowUpState, FollowUpEvent>({
  name: 'followup',
  area: 'calls',
  state: 1,
  events: {
    FollowUpOpened: true,
    FollowUpMoved: true,
    FollowUpGiven: true,
    FollowUpContacted: true,
    FollowUpClosed: true,
  },
  initial: noFollowUp,
  about: {
    prefix: 'FU',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveFollowUp,
  visible: (state, viewer) => inPoos(viewer, state.face?.pooId),
  commands: {
    /** Sent when a call ends with an order. */
    open: command<FollowUpState, { callId: number }>({
      input: z.strictObject({ callId: id() }),
      need: 'system',
      creates: true,
      reads: ({ callId }) => ({ call: `call-${callId}` }),
      decide(state, { callId }, ctx) {
        const call = (ctx.read.call as CallState | undefined) ?? noCall(String(callId));
        const { face, agent, disposition } = call;
        if (state.stage !== 'none' || !face || !agent || disposition?.code !== 'ORDER_TAKEN')
          return refuse('noLongerNeeded', 409);
        const { subject, subjectRef, name, pooId, language } = face;
        const taken = {
          ...{ ref: reference('FU', ctx.id), subject, subjectRef, name, pooId, language, callId },
          note: disposition.notes,
          takenAt: new Date(ctx.now).toISOString(),
          takenBy: agent,
        };
        return [
          made({
            type: 'FollowUpOpened',
            data: { face: taken, owner: agent, dueAt: nextMorning(ctx.today) },
          }),
        ];
      },
    }),
    move: command<FollowUpState, { at: string; reason: string }>({
      input: z.strictObject({ at: instant(), reason: note(200, 3) }),
      need,
      versioned: true,
      decide(state, { at, reason }, ctx) {
        const no = closed(state, ctx);
        if (no) return no;
        const when = Date.parse(at);
        if (when <= ctx.now) return refuse('followUpPast', 422, undefined, 'at');
        if (when > ctx.now + followUpDays * DAY_MS)
          return refuse('followUpFar', 422, { days: followUpDays }, 'at');
        const { face, owner } = state;
        return face && owner && at !== state.dueAt
          ? [made({ type: 'FollowUpMoved', data: { dueAt: at, reason, face, owner } })]
          : [];
      },
    }),
    give: command<FollowUpState, { empId: number }>({
      input: z.strictObject({ empId: employeeId() }),
      need: 'Out Bound/pharmaLead:approve',
      decide(state, { empId }, ctx) {
        const no = closed(state, ctx);
        if (no) return no;
        const { face, owner: from } = state;
        if (!face || !from || from.empId === empId) return [];
        const found = ctx.directory.employee(empId);
        return found?.active && (face.pooId === null || found.poos.includes(face.pooId))
          ? [made({ type: 'FollowUpGiven', data: { owner: { empId, name: found.name }, from } })]
          : refuse('notInList', 422, { label: 'owner' }, 'empId');
      },
    }),
    /** Sent when its person was called again. */
    noteCall: command<FollowUpState, { callId: number; at: string }>({
      input: z.strictObject({ callId: id(), at: text(40) }),
      need: 'system',
      decide: (state, data) =>
        state.stage === 'open' ? [made({ type: 'FollowUpContacted', data })] : refuse('noLongerNeeded', 409),
    }),
    close: command<FollowUpState, { outcome: FollowUpOutcome; note: string }>({
      input: z.strictObject({ outcome: z.enum(followUpOutcomes), note: note(500, 3) }),
      need,
      decide(state, { outcome, note: said }, ctx) {
        return (
          closed(state, ctx) ?? [
            made({ type: 'FollowUpClosed', data: { outcome, note: said, by: person(ctx) } }),
          ]
        );
      },
    }),
  },
  translations: translations({
    en: {
      FollowUpOpened: 'Order taken on the phone',
      FollowUpMoved: 'Follow-up moved',
      FollowUpGiven: 'New owner',
      FollowUpContacted: 'Called again',
      FollowUpClosed: 'Follow-up closed',
      followUpClosed: 'This follow-up is closed.',
      followUpPast: 'Choose a time to come.',
      followUpFar: 'A follow-up can be moved {{days}} days ahead at most.',
    },
    es: {
      FollowUpOpened: 'Pedido tomado por teléfono',
      FollowUpMoved: 'Seguimiento aplazado',
      FollowUpGiven: 'Nuevo responsable',
      FollowUpContacted: 'Llamado de nuevo',
      FollowUpClosed: 'Seguimiento cerrado',
      followUpClosed: 'Este seguimiento está cerrado.',
      followUpPast: 'Elija una hora futura.',
      followUpFar: 'Un seguimiento se puede aplazar como máximo {{days}} días.',
    },
  }),
  story: [],
});
