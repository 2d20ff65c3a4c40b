import type { NewEvent, StoredEvent } from '../../../core/event.ts';
import type { AppointmentType } from './state.ts';

export interface TaskPerson {
  readonly empId: number;
  readonly name: string;
  /** Last digits only. */
  readonly phoneMasked: string;
}

/** An appointment as a desk shows it that looks after its start. */
export interface TaskFace {
  readonly ref: string;
  readonly iPooId: number | null;
  readonly vAppType: AppointmentType;
  readonly iSlotType: 1 | 2 | 3;
  /** CU-000005 or LD-010004. */
  readonly customer: string;
  readonly employee: TaskPerson;
  /** ISO instant at which the slot begins. */
  readonly slotAt: string;
  readonly moving: boolean;
}

interface TaskData {
  readonly TaskStartOverdue: { readonly face: TaskFace };
  readonly TaskEmployeeCalled: { readonly empId: number; readonly name: string };
  readonly TaskStarted: { readonly by: number; readonly lateMinutes: number };
  /** `reason` is null when nobody said anything until an hour after the slot's end. */
  readonly TaskMissed: {
    readonly reason: string | null;
    readonly empId: number | null;
    readonly leadId: number | null;
    /** The request that waited for a decision and that this settles. */
    readonly approvalId: number | null;
  };
}

/** Events of an appointment between its slot and its work. */
export type TaskEvent = { readonly [T in keyof TaskData]: StoredEvent<T, TaskData[T]> }[keyof TaskData];
type NewTaskEvent = { readonly [T in keyof TaskData]: { readonly type: T; readonly data: TaskData[T] } }[keyof TaskData];

/** Events of an appointment that a desk of tasks shows besides. */
export type TaskMoveEvent =
  | StoredEvent<'AppointmentAssigned', { readonly iAssignedTo: number; readonly assignedName: string; readonly phoneMasked?: string }>
  | StoredEvent<
      'AppointmentRescheduleRequested' | 'AppointmentRescheduleFailed' | 'AppointmentCancellationRequested' | 'AppointmentCancelFailed' | 'AppointmentUnlocked',
      { readonly requestId?: string }
    >;

/** One of these events, checked against its type. */
export function taskEvent({ type, data }: NewTaskEvent): NewEvent {
  return { type, data: { ...data } };
}
