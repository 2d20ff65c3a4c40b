import { designations } from '#shared/core/designations.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Directory, DirectoryEmployee } from '#shared/core/directory.ts';
import { numberKey, phoneKey } from '#shared/core/phone.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { inPoos } from '#shared/core/permission.ts';
import { rightsOf } from '#shared/access/rights.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import type { Clock, LiveView, Views } from '../core/parts.ts';
import type { EmployeeRow, PlaceRow, RoleRow } from './directory-views.ts';
import { employeesView, placesView, rolesView } from './directory-views.ts';

export interface PeopleParts {
  readonly views: Views;
  readonly clock: Clock;
  readonly adminEmployeeIds: ReadonlySet<number>;
}

/** Everyone in the organisation as of the log's head, and what each may do. */
export interface People {
  readonly directory: Directory;
  readonly employees: LiveView<EmployeeRow>;
  readonly roles: LiveView<RoleRow>;
  readonly places: LiveView<PlaceRow>;
  row(empId: number): EmployeeRow | null;
  role(roleId: number | null): RoleRow | null;
  /** The person as a viewer, or null when they may not sign in. */
  viewer(empId: number, sessionId: string | null): Viewer | null;
  /** By employee id, phone or e-mail; these are unique among active employees. */
  find(loginId: string): EmployeeRow | null;
}

/**
 * Whether this viewer may see an employee: oneself, everyone for an admin, else those of one's own places.
 */
export function inReach(viewer: Viewer, row: Pick<EmployeeRow, 'empId' | 'poos'>): boolean {
  return (
    viewer.empId === row.empId ||
    viewer.poos === 'all' ||
    row.poos.length === 0 ||
    row.poos.some((poo) => inPoos(viewer, poo.pooId))
  );
}

interface Days {
  readonly from: string;
  readonly to: string | null;
}

/**
 * The number of boundaries of dated mappings that have passed: it makes the version rise at midnight without
 * an event.
 */
function boundariesPassed(spans: readonly Days[], today: string): number {
  return spans.reduce(
    (n, span) => n + (span.from <= today ? 1 : 0) + (span.to !== null && span.to < today ? 1 : 0),
    0,
  );
}

/** The places of each territory, and who is mapped to one. */
interface Ground {
  readonly territoryOf: ReadonlyMap<number, number>;
  readonly placesIn: ReadonlyMap<number, readonly number[]>;
  readonly mappings: ReadonlyMap<
    number,
    readonly (Days & { readonly territoryId: number; readonly active: boolean; readonly position: number })[]
  >;
  /** The position of the last change of a place's territory. */
  readonly position: number;
}

function groundOf(rows: Iterable<PlaceRow>): Ground {
  const all = [...rows];
  const located = all.filter((row) => row.kind === 'placeOfOperation');
  const within = located.filter((row) => row.active && row.fields.iTerritoryId != null);
  const mapped = all
    .filter((row) => row.kind === 'employeeTerritory')
    .map(({ fields, active, position }) => ({
      empId: Number(fields.iEmpId),
      territoryId: Number(fields.iTerritoryId),
      from: String(fields.dFrom),
      to: fields.dTo == null ? null : String(fields.dTo),
      active,
      position,
    }));
  return {
    territoryOf: new Map(within.map((row) => [row.id, Number(row.fields.iTerritoryId)])),
    placesIn: new Map(
      [...Map.groupBy(within, (row) => Number(row.fields.iTerritoryId))].map(([id, those]) => [
        id,
        those.map((row) => row.id),
      ]),
    ),
    mappings: Map.groupBy(mapped, (one) => one.empId),
    position: Math.max(0, ...located.map((row) => row.position)),
  };
}

export function openPeople(parts: PeopleParts): People {
  const employees = parts.views.get(employeesView);
  const roles = parts.views.get(rolesView);
  const places = parts.views.get(placesView);
  const rightsCache = new WeakMap<RoleRow, ReadonlySet<string>>();
  const noRights: ReadonlySet<string> = new Set();
  let cached: { day: string; list: DirectoryEmployee[]; byId: Map<number, DirectoryEmployee> } | null = null;
  let ground: Ground | null = null;
  let byLogin: Map<string, EmployeeRow> | null = null;
  for (const view of [employees, roles, places] as LiveView[])
    view.watch(() => {
      cached = byLogin = ground = null;
    });

  const today = (): string => businessDay(parts.clock.now());
  const row = (empId: number): EmployeeRow | null => {
    const found = employees.rows.get(String(empId));
    return found?.exists ? found : null;
  };
  const role = (roleId: number | null): RoleRow | null =>
    roleId === null ? null : (roles.rows.get(String(roleId)) ?? null);
  const rights = (held: RoleRow | null): ReadonlySet<string> => {
    if (!held || held.retired) return noRights;
    let known = rightsCache.get(held);
    if (!known) rightsCache.set(held, (known = rightsOf(held)));
    return known;
  };
  const isAdmin = (person: EmployeeRow): boolean =>
    person.designationId === 2 || parts.adminEmployeeIds.has(person.empId);
  const effective = (person: EmployeeRow, day: string): number | null =>
    person.temps.find((temp) => temp.from <= day && day <= temp.to)?.designationId ?? person.designationId;
  const land = (): Ground => (ground ??= groundOf(places.rows.values()));
  const mappedTerritories = (person: EmployeeRow, day: string): number[] =>
    (land().mappings.get(person.empId) ?? [])
      .filter((one) => one.active && one.from <= day && (one.to === null || day <= one.to))
      .map((one) => one.territoryId);
  /** The places mapped to the person today, and all places of the mapped territories. */
  const pooIds = (person: EmployeeRow, day: string): number[] => {
    const mapped = person.poos
      .filter((poo) => poo.from <= day && (poo.to === null || day <= poo.to))
      .map((poo) => poo.pooId);
    const within = mappedTerritories(person, day).flatMap((id) => land().placesIn.get(id) ?? []);
    return [...new Set([...mapped, ...within])].sort((a, b) => a - b);
  };
  const territories = (person: EmployeeRow, day: string): number[] => {
    const around = pooIds(person, day).flatMap((id) => land().territoryOf.get(id) ?? []);
    return [...new Set([...mappedTerritories(person, day), ...around])].sort((a, b) => a - b);
  };
  const place = (kind: PlaceRow['kind'], id: number): PlaceRow | null =>
    places.rows.get(`${kind}-${id}`) ?? null;
  const text = (value: unknown): string => (value == null ? '' : String(value));
  const designation = (id: number) => {
    const found = place('designation', id);
    return (
      found && {
        id,
        name: text(found.fields.vName),
        code: text(found.fields.vDesignationCode ?? found.fields.vCode),
        active: found.active,
      }
    );
  };
  const pooOf = (found: PlaceRow) => ({
    id: found.id,
    name: text(found.fields.vName),
    city: text(found.fields.vCity),
    pincode: text(found.fields.vPincode),
    active: found.active,
  });

  const now = (): NonNullable<typeof cached> => {
    const day = today();
    if (cached?.day === day) return cached;
    const list = [...employees.rows.values()]
      .filter((person) => person.exists)
      .map((person): DirectoryEmployee => {
        const effectiveId = effective(person, day);
        return {
          empId: person.empId,
          name: nameOf(person),
          active: person.active,
          designationId: person.designationId,
          effectiveDesignationId: effectiveId,
          designationCode:
            person.designationId === null ? null : (designation(person.designationId)?.code ?? null),
          roleId: person.roleId,
          managerId: person.managerId,
          primaryPooId: person.poos.find((poo) => poo.primary)?.pooId ?? null,
          poos: pooIds(person, day),
          languages: person.languages,
          phone: person.phone || null,
          admin: isAdmin(person),
        };
      });
    return (cached = { day, list, byId: new Map(list.map((one) => [one.empId, one])) });
  };

  const directory: Directory = {
    employee: (empId) => now().byId.get(empId) ?? null,
    employees: () => now().list,
    holders: (permission) =>
      now().list.filter((one) => one.active && (one.admin || rights(role(one.roleId)).has(permission))),
    designation,
    poo: (id) => {
      const found = place('placeOfOperation', id);
      return found && pooOf(found);
    },
    poos: () =>
      [...places.rows.values()]
        .filter((one) => one.kind === 'placeOfOperation' && one.active)
        .map(pooOf)
        .sort((a, b) => a.id - b.id),
  };

  const find = (loginId: string): EmployeeRow | null => {
    const body = loginId.trim().toLowerCase();
    byLogin ??= new Map(
      [...employees.rows.values()]
        .filter((person) => person.exists)
        .sort((a, b) => Number(a.active) - Number(b.active))
        .flatMap((person) => [
          [String(person.empId), person] as const,
          ...(person.email ? [[person.email, person] as const] : []),
          ...(numberKey(person.phone) ? [[`tel:${numberKey(person.phone)}`, person] as const] : []),
        ]),
    );
    return (
      byLogin.get(body) ?? (/^\d{10,11}$/.test(body) ? (byLogin.get(`tel:${phoneKey(body)}`) ?? null) : null)
    );
  };

  /**
   * Rises with everything that decides what this person may do or see: themselves, their role, their
   * territories, the turn of a day.
   */
  const versionOf = (person: EmployeeRow, held: RoleRow | null, day: string): number => {
    const mappings = land().mappings.get(person.empId) ?? [];
    const position = Math.max(
      person.position,
      held?.position ?? 0,
      land().position,
      ...mappings.map((one) => one.position),
    );
    return position * 1_000 + (boundariesPassed([...person.temps, ...person.poos, ...mappings], day) % 1_000);
  };

  return {
    directory,
    employees,
    roles,
    places,
    row,
    role,
    find,
    viewer(empId, sessionId) {
      const person = row(empId);
      if (!person?.active) return null;
      const day = today();
      const admin = isAdmin(person);
      const held = role(person.roleId);
      return {
        kind: 'person',
        empId,
        name: nameOf(person),
        roleId: person.roleId,
        designationId: person.designationId,
        effectiveDesignationId: effective(person, day),
        cityHead:
          person.designationId !== null &&
          designation(person.designationId)?.code === designations.manager.code,
        admin,
        poos: admin ? 'all' : pooIds(person, day),
        territories: admin ? 'all' : territories(person, day),
        languages: admin || person.languages.length === 0 ? 'all' : person.languages,
        rights: rights(held),
        sessionId,
        permissionVersion: versionOf(person, held, day),
        language: person.language,
      };
    },
  };
}
