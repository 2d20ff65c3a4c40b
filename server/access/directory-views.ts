import type { MasterEvent } from '#shared/streams/masters/state.ts';
import type { employee } from '#shared/streams/people/employee.ts';
import type { tempdesig } from '#shared/streams/access/tempdesig.ts';
import type { role } from '#shared/streams/access/role.ts';
import { streamKey, type Stored } from '#shared/core/event.ts';
import { isOf, type EventOf } from '#shared/core/stream.ts';
import { defineView } from '#shared/core/view.ts';
import { decidesRights, evolveEmployee, nobody } from '#shared/streams/people/employee-state.ts';
import type { EmployeeState } from '#shared/streams/people/employee-state.ts';
import { evolveRole, noRole } from '#shared/streams/access/role-state.ts';
import type { RoleState } from '#shared/streams/access/role-state.ts';

export interface TempDesignation {
  readonly tempDesigId: number;
  readonly designationId: number;
  readonly from: string;
  readonly to: string;
}
/** `position` is that of the last event that changed what this person may do or see. */
export interface EmployeeRow extends EmployeeState {
  readonly temps: readonly TempDesignation[];
  readonly position: number;
}
export interface RoleRow extends RoleState {
  readonly position: number;
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBy: string;
}
export interface PlaceRow {
  readonly kind: 'designation' | 'placeOfOperation' | 'employeeTerritory';
  readonly id: number;
  readonly active: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * The position of the last event that affects who may see what: a place's territory, a person's mapping to
   * one.
   */
  readonly position: number;
}

export const employeesView = defineView<EmployeeRow, EventOf<typeof employee | typeof tempdesig>>({
  name: 'directory-employees',
  version: 3,
  streams: ['employee', 'tempdesig'],
  ids: (event) => [
    isOf<typeof tempdesig>('tempdesig', event) ? String(event.data.empId) : streamKey(event.stream),
  ],
  row: (row, event, id) => {
    const before = row ?? { ...nobody(id), temps: [], position: 0 };
    switch (event.type) {
      case 'TemporaryDesignationApproved': {
        const { tempDesigId, designationId, from, to } = event.data;
        return {
          ...before,
          temps: [...before.temps, { tempDesigId, designationId, from, to }],
          position: event.position,
        };
      }
      case 'TemporaryDesignationCancelled':
      case 'TemporaryDesignationEnded':
        return {
          ...before,
          temps: before.temps.filter((temp) => temp.tempDesigId !== event.data.tempDesigId),
          position: event.position,
        };
      case 'TemporaryDesignationRequested':
      case 'TemporaryDesignationRejected':
        return before;
      default: {
        const after = evolveEmployee(before, event) as EmployeeRow;
        return decidesRights.has(event.type) ? { ...after, position: event.position } : after;
      }
    }
  },
});

export const rolesView = defineView<RoleRow, EventOf<typeof role>>({
  name: 'directory-roles',
  version: 1,
  streams: ['role'],
  ids: (event) => [streamKey(event.stream)],
  row: (row, event, id) => ({
    ...(evolveRole(row ?? noRole(id), event) as RoleRow),
    position: event.position,
    version: event.version,
    updatedAt: event.at,
    updatedBy: event.actor.name,
  }),
});

const kinds = new Set(['designation', 'placeOfOperation', 'employeeTerritory']);

export const placesView = defineView<PlaceRow, Stored<MasterEvent>>({
  name: 'directory-places',
  version: 3,
  streams: ['master'],
  ids: (event) => (kinds.has(event.data.kind) ? [streamKey(event.stream)] : []),
  row: (row, event) => {
    const before: PlaceRow = row ?? {
      kind: event.data.kind as PlaceRow['kind'],
      id: event.data.id,
      active: true,
      fields: {},
      position: 0,
    };
    const after = placed(before, event);
    const decides =
      after !== before &&
      (after.kind === 'employeeTerritory' ||
        (after.kind === 'placeOfOperation' &&
          (after.fields.iTerritoryId !== before.fields.iTerritoryId || after.active !== before.active)));
    return decides ? { ...after, position: event.position } : after;
  },
});

function placed(before: PlaceRow, event: Stored<MasterEvent>): PlaceRow {
  switch (event.type) {
    case 'MasterRecordCreated':
      return { ...before, active: event.data.iStatus !== 0, fields: event.data.fields };
    case 'MasterRecordUpdated':
      return { ...before, fields: { ...before.fields, ...event.data.fields } };
    case 'MasterRecordActivated':
      return { ...before, active: true };
    case 'MasterRecordDeactivated':
    case 'MasterRecordMerged':
    case 'MasterRecordCancelled':
      return { ...before, active: false };
    case 'MasterRecordStageChanged':
      return { ...before, active: event.data.iStatus === 1 };
    default:
      return before;
  }
}

/** The views of access, all kept in memory. */
export const accessViews = [employeesView, rolesView, placesView];
