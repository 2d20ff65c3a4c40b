import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { isDay } from '#shared/core/day.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import { employeesView, type EmployeeRow } from '../access/directory-views.ts';
import { inReach } from '../access/people.ts';
import { errorOf, languageOf } from '../http/every-request.ts';
import { body, created, give, versionSeen, type ServiceParts } from './give.ts';

/** The specification's fields on the left, ours on the right. */
const names: Readonly<Record<string, string>> = {
  vEmpFname: 'firstName',
  vempFname: 'firstName',
  vEmpLname: 'lastName',
  vempLname: 'lastName',
  vEmpPhone: 'phone',
  vEmail: 'email',
  iIsAffiliate: 'affiliate',
  iDepartmentId: 'departmentId',
  dJoiningDate: 'joiningDate',
  languages: 'languages',
  qualifications: 'qualificationIds',
  idesignationId: 'designationId',
  iRoleId: 'roleId',
  iReportManagerId: 'managerId',
  iPooId: 'pooId',
};
const detail = new Set([
  'firstName',
  'lastName',
  'phone',
  'email',
  'affiliate',
  'departmentId',
  'joiningDate',
  'languages',
  'qualificationIds',
]);
const passed = new Set(['iOrgId', 'iEmpId', 'iStatus', 'dExitDate', 'vReason']);

/** `DD-MM-YYYY`, as lists show it, or `YYYY-MM-DD`. */
function dayOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const turned = text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');
  return isDay(turned) ? turned : text;
}

function ours(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const mine = Object.hasOwn(names, name) ? names[name]! : null;
    if (!mine && !passed.has(name)) throw refuse('unknownField', 400, { label: name }, name);
    if (name === 'iOrgId' && value !== 1) throw refuse('notFound', 404);
    if (mine)
      plain[mine] = mine === 'affiliate' ? value === 1 : mine === 'joiningDate' ? dayOf(value) : value;
  }
  return plain;
}

const batch = z.strictObject({ employees: z.array(z.record(texts.token(), texts.unread())).min(1).max(200) });
interface SyncResult {
  readonly zohoId: string;
  readonly iEmpId: number | null;
  readonly result: 'synced' | 'unchanged' | 'unknown' | 'refused';
  readonly error?: unknown;
}

/**
 * Employees created and changed with the paths and names of the specification; the rules are those of the
 * stream.
 */
export function employeeChanges(app: FastifyInstance, parts: ServiceParts): void {
  const view = parts.server.views.get(employeesView);
  const shown = (empId: number): Record<string, unknown> => ({ msg: 'Saved', iEmpId: empId, empid: empId });

  app.post(
    '/employee/api/v2/employees/details',
    { config: { need: 'Masters/emplist:create' } },
    async (request, reply) => {
      const done = await give(parts, request, {
        stream: 'employee-new',
        command: 'createEmployee',
        input: ours(body(request)),
      });
      return created(reply, done, { ...shown(Number(done.id)), version: done.version });
    },
  );

  for (const path of [
    '/employee/api/v2/employees/Update/:id',
    '/employee/api/v2/employees/updateempbyid/:id',
  ]) {
    app.put<{ Params: { id: string } }>(
      path,
      { config: { need: ['Masters/emplist:edit', 'Masters/rolemasterv2:edit'] } },
      async (request, reply) => {
        const row = view.rows.get(request.params.id);
        if (!row?.exists || !inReach(request.viewer!, row)) throw refuse('notFound', 404);
        const given = body(request);
        const { designationId, roleId, managerId, pooId, ...rest } = ours(given);
        const details = Object.fromEntries(Object.entries(rest).filter(([name]) => detail.has(name)));
        if (pooId !== undefined) throw refuse('unknownField', 400, { label: 'iPooId' }, 'iPooId');
        const status =
          given['iStatus'] === undefined
            ? undefined
            : given['iStatus'] === 1
              ? true
              : given['iStatus'] === 0
                ? false
                : null;
        if (status === null) throw refuse('badFormat', 400, { label: 'iStatus' }, 'iStatus');
        const done = await give(parts, request, {
          stream: `employee-${request.params.id}`,
          command: 'edit',
          expectedVersion: versionSeen(request),
          input: {
            ...(Object.keys(details).length > 0 ? { details } : {}),
            ...(designationId === undefined ? {} : { designationId }),
            ...(roleId === undefined ? {} : { roleId }),
            ...(managerId === undefined ? {} : { managerId }),
            ...(status === undefined ? {} : { active: status }),
            ...(given['dExitDate'] === undefined ? {} : { exitDate: dayOf(given['dExitDate']) }),
            ...(given['vReason'] === undefined ? {} : { reason: given['vReason'] }),
          },
        });
        return reply
          .header('etag', `"${done.version}"`)
          .send({ ...shown(Number(request.params.id)), version: done.version });
      },
    );
  }

  /** Rows of the HR system, each accepted or refused by itself. It creates no employees. */
  app.post(
    '/employee/api/v2/employees/empsyncfromzoho',
    { config: { need: 'Masters/emplist:edit' } },
    async (request) => {
      const parsed = batch.safeParse(request.body);
      if (!parsed.success) throw refuse('badFormat', 400, { label: 'employees' }, 'employees');
      const results: SyncResult[] = [];
      for (const [n, one] of parsed.data.employees.entries()) results.push(await sync(one, n));
      return { results };

      async function sync(one: Readonly<Record<string, unknown>>, n: number): Promise<SyncResult> {
        const { zohoId, modifiedAt, ...rest } = one;
        const row = find(String(zohoId ?? ''), String(rest['vEmail'] ?? ''));
        if (!row) return { zohoId: String(zohoId ?? ''), iEmpId: null, result: 'unknown' };
        try {
          const fields = Object.fromEntries(
            Object.entries(ours(rest)).filter(([name]) =>
              ['firstName', 'lastName', 'phone', 'email', 'joiningDate'].includes(name),
            ),
          );
          const before = parts.server.log.head();
          const done = await give(
            parts,
            request,
            {
              stream: `employee-${row.empId}`,
              command: 'syncFromZoho',
              input: { zohoId, modifiedAt, fields },
            },
            n,
          );
          return {
            zohoId: String(zohoId),
            iEmpId: row.empId,
            result: done.position > before ? 'synced' : 'unchanged',
          };
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return {
            zohoId: String(zohoId ?? ''),
            iEmpId: row.empId,
            result: 'refused',
            error: errorOf(parts.translate, error as Refusal, languageOf(request), request.correlationId),
          };
        }
      }

      function find(zohoId: string, email: string): EmployeeRow | null {
        const rows = [...view.rows.values()].filter((one) => one.exists && inReach(request.viewer!, one));
        return (
          rows.find((one) => one.zohoId === zohoId) ??
          rows.find((one) => one.active && email !== '' && one.email === email.trim().toLowerCase()) ??
          null
        );
      }
    },
  );
}
