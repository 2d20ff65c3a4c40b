import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isDay } from '#shared/core/day.ts';
import { refuse } from '#shared/core/refusal.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { tasksToMove, type BlockedHours, type TaskMovement } from '#shared/masters/reviews/task-movement.ts';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import type { House } from '../../house.ts';
import type { HttpParts } from '../../http.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

const employee = z.coerce.number().int().positive().optional();
const day = z.string().refine(isDay, 'badFormat').optional();
const asked = z.object({ from: employee, to: employee, dFrom: day, dTo: day, vAppType: z.enum(appointmentTypes).optional() });

/** The open tasks of one employee, each held against the day of another: `/masters-task-movement`. Moving is `taskmovement/moveTasks`. */
export function taskMovementRoutes(app: FastifyInstance, { house, rows }: HttpParts & { readonly house: House; readonly rows: OpenSqlView }): void {
  const open = house.views.get(appointmentsView);
  app.get('/masters-task-movement', { config: { need: 'Masters/employeeTaskBulkMovement:view' } }, async (request): Promise<TaskMovement> => {
    const parsed = asked.safeParse(request.query);
    if (!parsed.success) {
      const field = parsed.error.issues[0]!.path.join('.');
      throw refuse('badFormat', 400, { label: field }, field);
    }
    const { from = null, to = null, dFrom = null, dTo = null, vAppType = null } = parsed.data;
    await rows.reached(house.log.head());
    const blocks = to === null ? [] : await readBlocks(house, to);
    return tasksToMove([...open.rows.values()], blocks, house.access.directory, request.viewer!, { from, to, dFrom, dTo, vAppType });
  });
}

async function readBlocks({ pool }: House, empId: number): Promise<BlockedHours[]> {
  const { rows } = await pool.query<BlockedHours>(
    `select fields->>'dDate' as day, fields->>'tFrom' as "from", fields->>'tTo' as "to" from master_rows
     where kind = 'slotBlock' and not cancelled and (fields->>'iEmpId')::int = $1`,
    [empId],
  );
  return rows;
}
