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

/**
 * The mappings of employees to places of operation: the rows of the screen Employee–place, for those who may
 * see it.
 */
export function employeePlaces(app: FastifyInstance, { server }: ServiceParts): void {
  const view = server.views.get(employeesView);
  const seenBy = (viewer: Viewer): Mapping[] => {
    const today = businessDay(server.clock.now());
    return [...view.rows.values()]
      .filter((row) => row.exists && !row.withdrawn && inReach(viewer, row))
      .sort((a, b) => a.empId - b.empId)
      .flatMap((row) => mappingsOf(row, today))
      .filter((row) => row.iEmpId === viewer.empId || inPoos(viewer, row.iPooId));
  };

  const querying = queryReader({ iEmpId: whole, iPooId: whole, bPrimary: flag, iStatus: flag });
  app.get('/employee/api/v2/employeepoomapping', { config: { need } }, async (request, reply) => {
    const requested = querying(request, limits.pageSizes.employeeMaster);
    const rows = seenBy(request.viewer!).filter(
      (row) =>
        (requested.iEmpId === undefined || row.iEmpId === requested.iEmpId) &&
        (requested.iPooId === undefined || row.iPooId === requested.iPooId) &&
        (requested.bPrimary === undefined || row.bPrimary === requested.bPrimary) &&
        (requested.iStatus === undefined || row.iStatus === requested.iStatus),
    );
    return sendList(request, reply, { ...requested, modifiedSince: null }, rows);
  });

  app.get<{ Params: { id: string } }>(
    '/employee/api/v2/employeepoomapping/:id',
    { config: { need } },
    async (request) => {
      const row = seenBy(request.viewer!).find(({ iEmpPooId }) => String(iEmpPooId) === request.params.id);
      if (!row) throw refuse('notFound', 404);
      return row;
    },
  );
}
