import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, NewEvent } from '../../core/event.ts';
import { inPoos } from '../../core/permission.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, defineStream, type Ctx, type Decision } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { employeeId } from '../../core/record-id.ts';
import { assigned, assignRefused, mayMoveTasks } from './appointment/assign.ts';
import { blockReads, isBlocked } from './appointment/blocks.ts';
import type { SlotsState } from './appointment/slots-state.ts';
import { slotStream, startsAt, type AppointmentState } from './appointment/state.ts';

export const mostTasksMoved = 200;

/** A task as the caller saw it; `slotFrom` (IST) and `appDate` are the slot it keeps. */
export interface SeenTask {
  readonly iAppointmentId: number;
  readonly version: number;
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iMinutes: number;
}
/** Result for one task: moved (with its new version), or the reason why not. */
export type MoveResult =
  | { readonly iAppointmentId: number; readonly ok: true; readonly version: number }
  | {
      readonly iAppointmentId: number;
      readonly ok: false;
      readonly code: string;
      readonly details?: Refusal['details'];
    };

/** Tasks of one employee moved to another in one command; can be undone as a whole, once. */
export interface TaskMovementState {
  readonly from: number | null;
  readonly to: number | null;
  readonly fromName: string;
  readonly toName: string;
  readonly moved: readonly SeenTask[];
  readonly takenBack: boolean;
}

const seen = z.strictObject({
  iAppointmentId: z.int().positive(),
  version: z.int().positive(),
  appDate: texts.day(),
  slotFrom: texts.clock(),
  iMinutes: z.int().positive().max(600),
});
const moving = z.strictObject({
  from: employeeId({ former: true }),
  to: employeeId(),
  tasks: z.array(seen).min(1).max(mostTasksMoved),
  reason: texts.paragraph().min(5).max(200),
});
type Moving = z.infer<typeof moving>;

const readsFor = (tasks: readonly SeenTask[], from: number, to: number): Record<string, string> =>
  Object.assign(
    {},
    ...tasks.map((task) => ({
      [`task:${task.iAppointmentId}`]: `appointment-${task.iAppointmentId}`,
      [`day:${task.appDate}`]: slotStream(to, task.appDate),
      [`old:${task.appDate}`]: slotStream(from, task.appDate),
      ...blockReads({ ...task, iAssignedTo: to }, task.iMinutes),
    })),
  ) as Record<string, string>;

/** Moves every task that can be moved; for the others the result names the reason and they stay. */
function moveEach(
  tasks: readonly SeenTask[],
  from: number,
  to: number,
  ctx: Ctx,
  more: Readonly<Record<string, unknown>>,
) {
  const days = new Map(tasks.map((one) => [one.appDate, ctx.read[`day:${one.appDate}`] as SlotsState]));
  const events: NewEvent[] = [];
  const results: MoveResult[] = [];
  const moved: SeenTask[] = [];
  for (const one of tasks) {
    const id = one.iAppointmentId;
    const task = ctx.read[`task:${id}`] as AppointmentState;
    const no = taskRefused(task, one, from, to, days.get(one.appDate)!, ctx);
    if (no) {
      results.push({
        iAppointmentId: id,
        ok: false,
        code: no.code,
        ...(no.details ? { details: no.details } : {}),
      });
      continue;
    }
    events.push(...assigned(task, to, ctx.directory, more));
    const taken = {
      appointmentId: id,
      from: startsAt(task),
      minutes: task.iMinutes,
      home: task.iSlotType === 1,
    };
    days.set(one.appDate, { taken: [...days.get(one.appDate)!.taken, taken] });
    moved.push({ ...one, version: task.version + 1 });
    results.push({ iAppointmentId: id, ok: true, version: task.version + 1 });
  }
  return { events, results, moved };
}

function taskRefused(
  task: AppointmentState,
  one: SeenTask,
  from: number,
  to: number,
  day: SlotsState,
  ctx: Ctx,
): Refusal | null {
  if (task.iTaskStatus === null || !inPoos(ctx.viewer, task.iPooId)) return refuse('notFound', 404);
  const asSeen =
    task.appDate === one.appDate && task.slotFrom === one.slotFrom && task.iMinutes === one.iMinutes;
  if (task.version !== one.version || task.iAssignedTo !== from || !asSeen) return refuse('taskChanged', 409);
  return assignRefused(
    task,
    to,
    day,
    isBlocked(ctx.read, { ...one, iAssignedTo: to }, one.iMinutes),
    ctx.directory,
  );
}

const answer = (events: readonly NewEvent[], results: readonly MoveResult[]): Decision => ({
  events,
  answer: { results, moved: results.filter((one) => one.ok).length },
});

interface Movement {
  readonly movementId: number;
  readonly from: number;
  readonly to: number;
  readonly fromName: string;
  readonly toName: string;
}
type TaskMovementEvent =
  | Event<
      'BulkMovementRecorded',
      Movement & {
        readonly moved: readonly SeenTask[];
        readonly refused: readonly { readonly iAppointmentId: number; readonly code: string }[];
        readonly reason: string;
      }
    >
  | Event<'BulkMovementTakenBack', Movement & { readonly back: readonly SeenTask[] }>;

export const taskmovement = defineStream<TaskMovementState, TaskMovementEvent>({
  name: 'taskmovement',
  events: {
    BulkMovementRecorded: true,
    BulkMovementTakenBack: true,
  },
  area: 'leads',
  state: 1,
  initial: () => ({ from: null, to: null, fromName: '', toName: '', moved: [], takenBack: false }),
  evolve(state, event) {
    if (event.type === 'BulkMovementRecorded') {
      const { from, to, fromName, toName, moved } = event.data;
      return { ...state, from, to, fromName, toName, moved };
    }
    return event.type === 'BulkMovementTakenBack' ? { ...state, takenBack: true } : state;
  },
  commands: {
    moveTasks: command<TaskMovementState, Moving>({
      input: moving,
      need: mayMoveTasks,
      creates: true,
      reads: ({ tasks, from, to }) => readsFor(tasks, from, to),
      decide(state, { from, to, tasks, reason }, ctx) {
        if (state.from !== null) return refuse('alreadyExists', 409);
        if (from === to) return refuse('sameEmployee', 422, undefined, 'to');
        if (new Set(tasks.map((one) => one.iAppointmentId)).size < tasks.length)
          return refuse('taskTwice', 400, undefined, 'tasks');
        const target = ctx.directory.employee(to);
        if (!target?.active) return refuse('employeeInactive', 422, undefined, 'to');
        const movementId = Number(ctx.id);
        const { events, results, moved } = moveEach(tasks, from, to, ctx, { movementId, reason });
        if (moved.length === 0) return answer([], results);
        const fromName = ctx.directory.employee(from)?.name ?? '';
        const refused = results.flatMap((one) =>
          one.ok ? [] : [{ iAppointmentId: one.iAppointmentId, code: one.code }],
        );
        return answer(
          [
            ...events,
            {
              type: 'BulkMovementRecorded',
              data: { movementId, from, to, fromName, toName: target.name, moved, refused, reason },
            },
          ],
          results,
        );
      },
    }),
    /** Moves back every task not touched since, where its former slot is still free. */
    takeBack: command<TaskMovementState, Record<string, never>>({
      input: z.strictObject({}),
      need: mayMoveTasks,
      reads: (_input, state) =>
        state.from === null || state.to === null ? {} : readsFor(state.moved, state.to, state.from),
      decide(state, _input, ctx) {
        if (state.from === null || state.to === null) return refuse('notFound', 404);
        if (state.takenBack) return refuse('movementTakenBack', 409);
        const movementId = Number(ctx.id);
        const { events, results, moved } = moveEach(state.moved, state.to, state.from, ctx, { movementId });
        if (moved.length === 0) return refuse('nothingToTakeBack', 409);
        const data = {
          movementId,
          from: state.from,
          to: state.to,
          fromName: state.fromName,
          toName: state.toName,
          back: moved,
        };
        return answer([...events, { type: 'BulkMovementTakenBack', data }], results);
      },
    }),
  },
  visible: (_state, viewer) => viewer.kind !== 'device',
  translations: translations({
    en: {
      BulkMovementRecorded: 'Tasks moved to another employee',
      BulkMovementTakenBack: 'Movement undone',
      taskChanged: 'It changed meanwhile; check it again.',
      taskTwice: 'A task is named twice.',
      sameEmployee: 'Choose somebody else to move them to.',
      employeeInactive: 'Choose an active employee.',
      movementTakenBack: 'This movement was already undone.',
      nothingToTakeBack: 'Nothing of this movement can be undone any more.',
    },
    es: {
      BulkMovementRecorded: 'Tareas movidas a otro empleado',
      BulkMovementTakenBack: 'Movimiento deshecho',
      taskChanged: 'Cambió entretanto; revísela de nuevo.',
      taskTwice: 'Una tarea aparece dos veces.',
      sameEmployee: 'Elija a otra persona a la que moverlas.',
      employeeInactive: 'Elija un empleado activo.',
      movementTakenBack: 'Este movimiento ya se deshizo.',
      nothingToTakeBack: 'Ya no se puede deshacer nada de este movimiento.',
    },
  }),
  story: [
    {
      as: 'lead',
      stream: 'taskmovement-new',
      command: 'moveTasks',
      input: {
        from: 151,
        to: 152,
        reason: 'On leave from today',
        tasks: [{ iAppointmentId: 1, version: 1, appDate: '2026-11-20', slotFrom: '11:00', iMinutes: 60 }],
      },
    },
  ],
});
