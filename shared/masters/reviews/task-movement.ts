import type { Directory } from '../../core/directory.ts';
import { inPoos, type Viewer } from '../../core/permission.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { AppointmentRow } from '../../feeds/appointments.ts';
import { assignRefused } from '../../streams/leads/appointment/assign.ts';
import { startsAt, type AppointmentState } from '../../streams/leads/appointment/state.ts';
import { mostTasksMoved } from '../../streams/leads/taskmovement.ts';
import { compareTexts } from '../../core/collation.ts';

/**
 * An open task of the employee whose tasks are to be moved; `clash` says why it cannot go to the other
 * employee, null when it can.
 */
export interface TaskToMove {
  readonly id: string;
  readonly iAppointmentId: number;
  readonly version: number;
  readonly ref: string;
  readonly vAppType: AppointmentState['vAppType'];
  readonly iSlotType: AppointmentState['iSlotType'];
  readonly iTaskStatus: AppointmentState['iTaskStatus'];
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iMinutes: number;
  readonly who: string;
  readonly iPooId: number | null;
  readonly clash: { readonly code: string; readonly details?: Refusal['details'] } | null;
}

export interface TaskMovement {
  readonly employees: readonly {
    readonly iEmpId: number;
    readonly vEmpName: string;
    readonly open: number;
  }[];
  readonly targets: readonly {
    readonly iEmpId: number;
    readonly vEmpName: string;
    readonly iPooId: number | null;
  }[];
  readonly rows: readonly TaskToMove[];
  readonly total: number;
  /** More tasks than one movement accepts (200). */
  readonly cut: boolean;
  readonly limit: number;
}

export interface MovementQuery {
  readonly from: number | null;
  readonly to: number | null;
  readonly dFrom: string | null;
  readonly dTo: string | null;
  readonly vAppType: AppointmentState['vAppType'] | null;
}

/** Blocked hours of an employee's day, `HH:mm` IST. */
export interface BlockedHours {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

const stateOf = (row: AppointmentRow): AppointmentState => ({ ...row, id: Number(row.id) });

/**
 * Open tasks of one person that the viewer may see, each checked against the day of the receiving employee.
 */
export function tasksToMove(
  open: readonly AppointmentRow[],
  blocks: readonly BlockedHours[],
  directory: Directory,
  viewer: Viewer,
  query: MovementQuery,
): TaskMovement {
  const seen = open.filter((row) => inPoos(viewer, row.iPooId));
  const counts = Map.groupBy(seen, (row) => row.iAssignedTo);
  const employees = [...counts]
    .flatMap(([iEmpId, rows]) =>
      iEmpId === null ? [] : [{ iEmpId, vEmpName: rows[0]!.assignedName, open: rows.length }],
    )
    .sort((a, b) => compareTexts(a.vEmpName, b.vEmpName));
  const targets = directory
    .employees()
    .filter((one) => one.active && one.poos.some((poo) => inPoos(viewer, poo)))
    .map((one) => ({ iEmpId: one.empId, vEmpName: one.name, iPooId: one.primaryPooId }))
    .sort((a, b) => compareTexts(a.vEmpName, b.vEmpName));
  const clash = (row: AppointmentRow): TaskToMove['clash'] => {
    if (query.to === null) return null;
    const taken = open
      .filter((other) => other.iAssignedTo === query.to && other.appDate === row.appDate)
      .map((other) => ({
        appointmentId: Number(other.id),
        from: startsAt(other),
        minutes: other.iMinutes,
        home: other.iSlotType === 1,
      }));
    const from = startsAt(row);
    const blocked = blocks.some(
      (one) =>
        one.day === row.appDate &&
        startsAt({ appDate: one.day, slotFrom: one.from }) < from + row.iMinutes * 60_000 &&
        from < startsAt({ appDate: one.day, slotFrom: one.to }),
    );
    const no = assignRefused(stateOf(row), query.to, { taken }, blocked, directory);
    return no && { code: no.code, ...(no.details ? { details: no.details } : {}) };
  };
  const found = seen
    .filter(
      (row) =>
        query.from !== null &&
        row.iAssignedTo === query.from &&
        (query.dFrom === null || row.appDate >= query.dFrom) &&
        (query.dTo === null || row.appDate <= query.dTo) &&
        (query.vAppType === null || row.vAppType === query.vAppType),
    )
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt) || Number(a.id) - Number(b.id));
  const rows = found.slice(0, mostTasksMoved).map((row) => {
    const { id, version, ref, vAppType, iSlotType, iTaskStatus, appDate, slotFrom, iMinutes, who, iPooId } =
      row;
    return {
      id,
      iAppointmentId: Number(id),
      version,
      ref,
      vAppType,
      iSlotType,
      iTaskStatus,
      appDate,
      slotFrom,
      iMinutes,
      who,
      iPooId,
      clash: clash(row),
    };
  });
  return {
    employees,
    targets,
    rows,
    total: found.length,
    cut: found.length > mostTasksMoved,
    limit: mostTasksMoved,
  };
}
