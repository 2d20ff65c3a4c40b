import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { refuse } from '#shared/core/refusal.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { tasksToMove, type BlockedHours, type TaskMovement } from '#shared/masters/reviews/task-movement.ts';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

const employee = recordNumber.optional();
const day = texts.day().optional();
const requested = z.object({
  from: employee,
  to: employee,
  dFrom: day,
  dTo: day,
  vAppType: z.enum(appointmentTypes).optional(),
});

/**
 * The open tasks of one employee, each compared with the day of another: `/masters-task-movement`. Moving is
 * `taskmovement/moveTasks`.
 */
export function taskMovementRoutes(
  app: FastifyInstance,
  { server, rows }: HttpParts & { readonly server: ServerParts; readonly rows: OpenSqlView },
): void {
  const open = server.views.get(appointmentsView);
  app.get(
    '/masters-task-movement',
    { config: { need: 'Masters/employeeTaskBulkMovement:view' } },
    async (request): Promise<TaskMovement> => {
      const parsed = requested.safeParse(request.query);
      if (!parsed.success) {
        const field = parsed.error.issues[0]!.path.join('.');
        throw refuse('badFormat', 400, { label: field }, field);
      }
      const { from = null, to = null, dFrom = null, dTo = null, vAppType = null } = parsed.data;
      await rows.reached(server.log.head());
      const blocks = to === null ? [] : await readBlocks(server, to);
      return tasksToMove([...open.rows.values()], blocks, server.access.directory, request.viewer!, {
        from,
        to,
        dFrom,
        dTo,
        vAppType,
      });
    },
  );
}

async function readBlocks({ pool }: ServerParts, empId: number): Promise<BlockedHours[]> {
  const { rows } = await pool.query<BlockedHours>(
    `select fields->>'dDate' as day, fields->>'tFrom' as "from", fields->>'tTo' as "to" from master_rows
     where kind = 'slotBlock' and not cancelled and (fields->>'iEmpId')::int = $1`,
    [empId],
  );
  return rows;
}
