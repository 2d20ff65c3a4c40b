import type { FastifyInstance } from 'fastify';
import { businessDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { employeesView, type EmployeeRow } from '../access/directory-views.ts';
import { inReach } from '../access/people.ts';
import type { ServiceParts } from './give.ts';
import { flag, queryReader, sendList, whole } from './list.ts';

const need = 'Masters/employeePooMapping:view';
/** Room for the place's number within a mapping's number. */
const roomForPlace = 1_000_000;

interface Mapping extends Readonly<Record<string, unknown>> {
  readonly iEmpPooId: number;
  readonly iEmpId: number;
  readonly iPooId: number;
  readonly bPrimary: number;
  readonly iStatus: number;
}

function mappingsOf(row: EmployeeRow, today: string): Mapping[] {
  return row.poos
    .map(({ pooId, primary, from, to }) => ({
      iEmpPooId: row.empId * roomForPlace + pooId,
      iEmpId: row.empId,
      iPooId: pooId,
      bPrimary: primary ? 1 : 0,
      dFrom: from,
      dTo: to,
      iStatus: from <= today && (to === null || today <= to) ? 1 : 0,
      iCancelFlag: 0,
      iOrgId: 1,
    }))
    .sort((a, b) => a.iPooId - b.iPooId);
}

/** Who works for which place of operation: the rows of the screen Employee–place, one by one, for those who may see it. */
export function employeePlaces(app: FastifyInstance, { house }: ServiceParts): void {
  const view = house.views.get(employeesView);
  const seenBy = (viewer: Viewer): Mapping[] => {
    const today = businessDay(house.clock.now());
    return [...view.rows.values()]
      .filter((row) => row.exists && !row.withdrawn && inReach(viewer, row))
      .sort((a, b) => a.empId - b.empId)
      .flatMap((row) => mappingsOf(row, today))
      .filter((row) => row.iEmpId === viewer.empId || inPoos(viewer, row.iPooId));
  };

  const asking = queryReader({ iEmpId: whole, iPooId: whole, bPrimary: flag, iStatus: flag });
  app.get('/employee/api/v2/employeepoomapping', { config: { need } }, async (request, reply) => {
    const asked = asking(request, limits.pageSizes.employeeMaster);
    const rows = seenBy(request.viewer!).filter(
      (row) =>
        (asked.iEmpId === undefined || row.iEmpId === asked.iEmpId) &&
        (asked.iPooId === undefined || row.iPooId === asked.iPooId) &&
        (asked.bPrimary === undefined || row.bPrimary === asked.bPrimary) &&
        (asked.iStatus === undefined || row.iStatus === asked.iStatus),
    );
    return sendList(request, reply, { ...asked, modifiedSince: null }, rows);
  });

  app.get<{ Params: { id: string } }>('/employee/api/v2/employeepoomapping/:id', { config: { need } }, async (request) => {
    const row = seenBy(request.viewer!).find(({ iEmpPooId }) => String(iEmpPooId) === request.params.id);
    if (!row) throw refuse('notFound', 404);
    return row;
  });
}
