import { initialTransition, setup, transition } from 'xstate';
import { startsAt, taskStatus, type AppointmentState } from './state.ts';
import { startLimits, type PermitKind } from './task-limits.ts';
import { whereabouts, type Position, type Whereabouts } from './visit-place.ts';

/** Lifecycle of an appointment (iTaskStatus), shared by the server's decisions and the field screen. */
export const taskStages = [
  'notStarted',
  'started',
  'completed',
  'cancelled',
  'rescheduled',
  'missed',
] as const;
export type TaskStage = (typeof taskStages)[number];

export type StartWindow = 'early' | 'open' | 'late';

/** Input of the guards. */
export interface TaskContext {
  readonly stage: TaskStage | null;
  /** A request to reschedule or cancel it is pending. */
  readonly locked: boolean;
  readonly window: StartWindow;
  /** Null where presence is not required: phone or video appointments. */
  readonly where: Whereabouts | null;
  /** Permits valid now. */
  readonly permits: readonly PermitKind[];
}

export type TaskMachineEvent = {
  readonly type:
    | 'START'
    | 'COMPLETE'
    | 'NOT_AT_HOME'
    | 'MISS'
    | 'CANCEL'
    | 'RESCHEDULE'
    | 'REQUEST_TIME_PERMIT'
    | 'REQUEST_PLACE_PERMIT';
};

type Guard = (context: TaskContext) => boolean;
export const unlocked: Guard = ({ locked }) => !locked;
export const inTime: Guard = ({ window, permits }) => window === 'open' || permits.includes('time');
export const inPlace: Guard = ({ where, permits }) =>
  where === null || where.kind === 'near' || permits.includes('anyLocation');
export const needsTimePermit: Guard = (context) => !inTime(context);
export const needsPlacePermit: Guard = (context) => !inPlace(context);

export const taskMachine = setup({
  types: { context: {} as TaskContext, events: {} as TaskMachineEvent, input: {} as TaskContext },
  guards: {
    stands: ({ context }, params: { at: TaskStage }) => context.stage === params.at,
    mayStart: ({ context }) => unlocked(context) && inTime(context) && inPlace(context),
    // Reporting that nobody was at home requires being at the address.
    atTheAddress: ({ context }) => unlocked(context) && inPlace(context) && context.window !== 'early',
    unlocked: ({ context }) => unlocked(context),
    needsTimePermit: ({ context }) => unlocked(context) && needsTimePermit(context),
    needsPlacePermit: ({ context }) => unlocked(context) && needsPlacePermit(context),
  },
  actions: {
    /** A task with a pending permit request keeps its state. */
    noted: () => undefined,
  },
}).createMachine({
  id: 'task',
  context: ({ input }) => input,
  initial: 'placing',
  states: {
    placing: {
      always: taskStages.map((at) => ({ guard: { type: 'stands' as const, params: { at } }, target: at })),
    },
    notStarted: {
      on: {
        START: { guard: 'mayStart', target: 'started' },
        REQUEST_TIME_PERMIT: { guard: 'needsTimePermit', actions: 'noted' },
        REQUEST_PLACE_PERMIT: { guard: 'needsPlacePermit', actions: 'noted' },
        NOT_AT_HOME: { guard: 'atTheAddress', target: 'missed' },
        MISS: 'missed',
        CANCEL: 'cancelled',
        RESCHEDULE: { guard: 'unlocked', target: 'rescheduled' },
      },
    },
    started: {
      on: {
        COMPLETE: 'completed',
        NOT_AT_HOME: 'missed',
        CANCEL: 'cancelled',
      },
    },
    completed: { type: 'final' },
    cancelled: { type: 'final' },
    rescheduled: { type: 'final' },
    missed: { type: 'final' },
  },
});

/** Whether the event is legal in that state; does not change anything. */
export function taskAccepts(context: TaskContext, type: TaskMachineEvent['type']): boolean {
  const [here] = initialTransition(taskMachine, context);
  const [next, actions] = transition(taskMachine, here, { type });
  return next !== here || actions.length > 0;
}

const minute = 60_000;
const stageOf: Readonly<Record<number, TaskStage>> = Object.fromEntries(
  Object.entries(taskStatus).map(([name, status]) => [status, taskStages.find((one) => one === name)!]),
);

export function startWindow(
  slot: { readonly appDate: string; readonly slotFrom: string },
  now: number,
): StartWindow {
  const begins = startsAt(slot);
  if (now < begins - startLimits.earlyMinutes * minute) return 'early';
  return now > begins + startLimits.lateMinutes * minute ? 'late' : 'open';
}

type Task = Pick<
  AppointmentState,
  'iTaskStatus' | 'request' | 'appDate' | 'slotFrom' | 'iSlotType' | 'place' | 'permits'
>;

/** Guard input for a task at an instant (ms) and position. */
export function taskContext(task: Task, now: number, position: Position | null): TaskContext {
  return {
    stage: task.iTaskStatus === null ? null : stageOf[task.iTaskStatus]!,
    locked: task.request !== null,
    window: startWindow(task, now),
    where: task.iSlotType === 1 ? whereabouts(task.place, position) : null,
    permits: task.permits.filter(({ until }) => now <= Date.parse(until)).map(({ kind }) => kind),
  };
}
