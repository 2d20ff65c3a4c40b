import { isManager } from '#shared/core/designations.ts';
import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { showDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { maskPhone, phoneKey } from '#shared/core/phone.ts';
import { refuse } from '#shared/core/refusal.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import { employeesView, type EmployeeRow } from '../access/directory-views.ts';
import { inReach } from '../access/people.ts';
import type { ServiceParts } from './give.ts';
import { flag, queryReader, sendList, whole as wholeNumber } from './list.ts';

const everything = 'Masters/emplist:view';

/** The fields of a colleague that every signed-in person may see. */
function short(row: EmployeeRow): Record<string, unknown> {
  return {
    iEmpId: row.empId,
    vEmpFname: row.firstName,
    vEmpLname: row.lastName,
    idesignationId: row.designationId,
    iPooId: row.poos.find((poo) => poo.primary)?.pooId ?? null,
    iStatus: row.active ? 1 : 0,
    iOrgId: 1,
  };
}

function long(row: EmployeeRow): Record<string, unknown> {
  return {
    ...short(row),
    vempFname: row.firstName,
    vempLname: row.lastName,
    vEmpPhone: row.phone,
    vEmail: row.email,
    iIsAffiliate: row.affiliate ? 1 : 0,
    iCancelFlag: 0,
    iReportManagerId: row.managerId,
    iRoleId: row.roleId,
    iDepartmentId: row.departmentId,
    languages: row.languages,
    poos: row.poos.map((poo) => ({
      iPooId: poo.pooId,
      bPrimary: poo.primary ? 1 : 0,
      dFrom: poo.from,
      dTo: poo.to,
    })),
    dJoiningDate: row.joiningDate,
    dExitDate: row.exitDate,
  };
}

/**
 * Employees with the paths and names of the specification. Without permission for the master, the caller sees
 * what a colleague needs.
 */
export function employeesService(app: FastifyInstance, parts: ServiceParts): void {
  const { views, access } = parts.server;
  const view = views.get(employeesView);
  /** Numbers are shown in full to oneself and to those who may change them. */
  const number = (viewer: Viewer, row: EmployeeRow): string =>
    row.empId === viewer.empId || may(viewer, 'Masters/emplist:edit').ok ? row.phone : maskPhone(row.phone);
  /** The whole row is for oneself and for those who may see the master, within their places. */
  const whole = (viewer: Viewer, row: EmployeeRow): boolean =>
    row.empId === viewer.empId || (may(viewer, everything).ok && inReach(viewer, row));
  const face = (viewer: Viewer, row: EmployeeRow): Record<string, unknown> =>
    whole(viewer, row) ? { ...long(row), vEmpPhone: number(viewer, row) } : short(row);
  const one = (viewer: Viewer, id: string): EmployeeRow => {
    const row = view.rows.get(id);
    if (!row?.exists) throw refuse('notFound', 404);
    if (!row.active && !whole(viewer, row)) throw refuse('notFound', 404);
    return row;
  };
  const sorted = (): EmployeeRow[] =>
    [...view.rows.values()].filter((row) => row.exists && !row.withdrawn).sort((a, b) => a.empId - b.empId);

  const querying = queryReader({
    vEmpFname: texts.search().max(100).optional(),
    vEmail: texts.search().max(100).optional(),
    vEmpPhone: texts.search().max(20).optional(),
    iStatus: flag,
    iIsAffiliate: flag,
    iReportManagerId: wholeNumber,
    isManagerFlag: flag,
    idesignationId: wholeNumber,
  });
  for (const path of ['/employee/api/v2/employees/filter', '/employee/api/v2/getemployeeslist'])
    app.get(path, { config: { need: 'signedIn' } }, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const limit =
        query['isManagerFlag'] === '1' ? limits.pageSizes.managerList : limits.pageSizes.employeeMaster;
      const requested = querying(request, limit);
      const viewer = request.viewer!;
      const full = (row: EmployeeRow): boolean => whole(viewer, row);
      const contains = (text: string, part: string | undefined): boolean =>
        part === undefined || text.toLowerCase().includes(part.trim().toLowerCase());
      const rows = sorted().filter(
        (row) =>
          contains(nameOf(row), requested.vEmpFname) &&
          (requested.vEmail === undefined || (full(row) && contains(row.email, requested.vEmail))) &&
          (requested.vEmpPhone === undefined ||
            (full(row) &&
              number(viewer, row) === row.phone &&
              phoneKey(row.phone).includes(phoneKey(requested.vEmpPhone)))) &&
          (requested.iStatus === undefined
            ? row.active || (requested.isManagerFlag !== 1 && full(row))
            : row.active === (requested.iStatus === 1) && (row.active || full(row))) &&
          (requested.iIsAffiliate === undefined || row.affiliate === (requested.iIsAffiliate === 1)) &&
          (requested.iReportManagerId === undefined || row.managerId === requested.iReportManagerId) &&
          (requested.idesignationId === undefined || row.designationId === requested.idesignationId) &&
          (requested.isManagerFlag !== 1 ||
            isManager(access.directory.employee(row.empId) ?? { designationCode: null })),
      );
      return sendList(
        request,
        reply,
        { ...requested, modifiedSince: null },
        rows.map((row) => face(viewer, row)),
      );
    });

  for (const path of ['/employee/api/v2/employees/:id', '/employee/api/v2/employees/:id/'])
    app.get<{ Params: { id: string } }>(path, { config: { need: 'signedIn' } }, async (request) =>
      face(request.viewer!, one(request.viewer!, request.params.id)),
    );

  /** The row of the employee list. */
  app.get<{ Params: { id: string } }>(
    '/employee/api/v2/employees/Details/:id',
    { config: { need: everything } },
    async (request) => {
      const row = one(request.viewer!, request.params.id);
      if (!whole(request.viewer!, row)) throw refuse('notFound', 404);
      const primary = row.poos.find((poo) => poo.primary);
      return {
        Emp_Id: row.empId,
        Emp_Name: nameOf(row),
        Phone_Number: number(request.viewer!, row),
        Email_Id: row.email,
        Primary_Poo: (primary && access.directory.poo(primary.pooId)?.name) ?? '',
        Designation: (row.designationId && access.directory.designation(row.designationId)?.name) || '',
        Department: '',
        Reporting_Manager: (row.managerId && access.directory.employee(row.managerId)?.name) || '',
        Joining_Date: row.joiningDate ? showDay(row.joiningDate) : '',
        Status: row.active ? 'Active' : 'InActive',
        Exit_Date: row.exitDate ? showDay(row.exitDate) : '-',
      };
    },
  );
}
