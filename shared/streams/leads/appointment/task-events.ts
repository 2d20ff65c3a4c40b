import type { NewEvent, StoredEvent } from '../../../core/event.ts';
import type { AppointmentType } from './state.ts';
import type { PermitKind } from './task-limits.ts';
import type { Position } from './visit-place.ts';

export interface TaskPerson {
  readonly empId: number;
  readonly name: string;
  /** Only the last digits are visible. */
  readonly phoneMasked: string;
}

/** An appointment as shown by desks that handle late starts. */
export interface TaskFace {
  readonly ref: string;
  readonly iPooId: number | null;
  readonly vAppType: AppointmentType;
  readonly iSlotType: 1 | 2 | 3;
  /** CU-000005 or LD-010004. */
  readonly customer: string;
  readonly employee: TaskPerson;
  /** ISO instant of the slot's start. */
  readonly slotAt: string;
  readonly moving: boolean;
}

interface TaskData {
  readonly TaskStartOverdue: { readonly face: TaskFace };
  readonly TaskEmployeeCalled: { readonly empId: number; readonly name: string };
  readonly TaskStarted: {
    readonly by: number;
    readonly lateMinutes: number;
    readonly position: Position | null;
    /** Metres from the address; null where presence is not required or the distance is unknown. */
    readonly distanceM: number | null;
    /** Permits used by this start. */
    readonly permits: readonly PermitKind[];
    /** When it was entered on the device, if it was sent later. */
    readonly typedAt: string | null;
    readonly approvalIds: readonly number[];
  };
  /** `reason` is null when nobody gave one until an hour after the slot's end. */
  readonly TaskMissed: {
    readonly reason: string | null;
    readonly empId: number | null;
    readonly leadId: number | null;
    /** The pending request that this settles. */
    readonly approvalId: number | null;
    /** Pending requests for a start permit. */
    readonly approvalIds: readonly number[];
    /** Nobody was at home: the employee's report from the address. */
    readonly notAtHome?: {
      readonly note: string;
      readonly position: Position | null;
      readonly typedAt: string | null;
    };
  };
}

/** Events of an appointment between its slot and its work. */
export type TaskEvent = { readonly [T in keyof TaskData]: StoredEvent<T, TaskData[T]> }[keyof TaskData];
type NewTaskEvent = {
  readonly [T in keyof TaskData]: { readonly type: T; readonly data: TaskData[T] };
}[keyof TaskData];

/** Further events of an appointment that a desk of tasks shows. */
export type TaskMoveEvent =
  | StoredEvent<
      'AppointmentAssigned',
      { readonly iAssignedTo: number; readonly assignedName: string; readonly phoneMasked?: string }
    >
  | StoredEvent<
      | 'AppointmentRescheduleRequested'
      | 'AppointmentRescheduleFailed'
      | 'AppointmentCancellationRequested'
      | 'AppointmentCancelFailed'
      | 'AppointmentUnlocked',
      { readonly requestId?: string }
    >;

/** Builds one of these events, checked against its type. */
export function taskEvent({ type, data }: NewTaskEvent): NewEvent {
  return { type, data: { ...data } };
}
