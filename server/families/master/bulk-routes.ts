import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { businessDay } from '#shared/core/day.ts';
import { fieldProblems } from '#shared/core/fields.ts';
import { may } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { requestedOf, bulkSteps, type BulkStep } from '#shared/families/master-bulk.ts';
import type { MasterDef, MasterCommand } from '#shared/families/master-def.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import type { BulkAnswer } from '#shared/families/master-wire.ts';
import { languageOf } from '../../http/every-request.ts';
import type { CommandRequest } from '../../core/parts.ts';
import { masterFor, type MasterRouteParts } from './route-parts.ts';
import { uuidFrom } from './uuid-from.ts';

const most = 500;
const together = 25;
const body = z.strictObject({
  action: texts.token().max(80),
  records: z
    .array(z.strictObject({ id: z.int().positive().max(2_147_483_647), version: z.int().positive() }))
    .min(1),
  fields: z.record(texts.token().max(60), texts.unread()).optional(),
  reason: texts.paragraph().max(500).optional(),
});
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
type Requested = z.output<typeof body>;
type CommandFor = (
  id: number,
  version: number,
) => Pick<CommandRequest, 'stream' | 'command' | 'input' | 'expectedVersion'>;

/**
 * Sends the same command to many records, each with its own result. Repeating it with the same key has no
 * second effect.
 */
export function bulkRoutes(app: FastifyInstance, { server, queries }: MasterRouteParts): void {
  app.post('/masters-bulk/:name', { config: { need: 'signedIn' } }, async (request): Promise<BulkAnswer> => {
    const parsed = body.safeParse(request.body);
    if (!parsed.success)
      throw refuse(
        'badFormat',
        400,
        { label: parsed.error.issues[0]!.path.join('.') },
        parsed.error.issues[0]!.path.join('.'),
      );
    const requested = parsed.data;
    const { records } = requested;
    if (records.length > most) throw refuse('bulkTooMany', 422, { n: most });
    const { def, viewer } = masterFor(queries, request, 'view');
    const step = bulkSteps(def).find(({ name }) => name === requested.action);
    if (!step) throw refuse('badFormat', 400, { label: 'action' }, 'action');
    if (!may(viewer, step.need).ok) throw refuse('forbidden', 403, { permission: step.need });
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !uuid.test(key)) throw refuse('idempotencyKeyRequired', 400);
    const language = languageOf(request);
    const commandFor = step.command
      ? streamCommand(step, step.command, requested, businessDay(server.clock.now()))
      : masterCommand(step, requested, def);
    const results: BulkAnswer['results'][number][] = [];
    for (let i = 0; i < records.length; i += together) {
      results.push(
        ...(await Promise.all(
          records.slice(i, i + together).map(async ({ id, version }) => {
            const done = await server.handle({
              ...commandFor(id, version),
              viewer,
              correlationId: request.correlationId,
              idempotencyKey: uuidFrom(`${key.toLowerCase()}:${id}`),
            });
            return isRefusal(done)
              ? {
                  id,
                  ok: false,
                  code: done.code,
                  message: server.translate(done.code, done.details, language),
                }
              : { id, ok: true, version: done.version };
          }),
        )),
      );
    }
    return { results };
  });
}

/** The command to a record with a stream of its own: its input is validated once, by the command's fields. */
function streamCommand(
  step: BulkStep,
  { aggregate, command, versioned, input }: MasterCommand,
  { fields = {} }: Requested,
  today: string,
): CommandFor {
  const names = Object.keys(fields);
  if (step.oneField && names.length !== 1) throw refuse('badFormat', 400, { label: 'fields' }, 'fields');
  const checked = schemaOf(requestedOf(step, names[0])).safeParse(fields);
  if (!checked.success) {
    const [problem] = fieldProblems(checked.error);
    throw refuse(problem!.code, 400, problem!.details, problem!.field);
  }
  const given = input(checked.data, today);
  return (id, version) => ({
    stream: `${aggregate}-${id}`,
    command,
    input: given,
    ...(versioned ? { expectedVersion: version } : {}),
  });
}

function masterCommand(
  { name }: BulkStep,
  { fields = {}, reason }: Requested,
  { kind }: MasterDef,
): CommandFor {
  const [command, action] = name.split('.') as [string, string?];
  const input = {
    ...(command === 'update' ? { fields } : {}),
    ...(action === undefined ? {} : { action }),
    ...(reason ? { reason } : {}),
  };
  const versioned = command === 'update' || command === 'cancel';
  return (id, version) => ({
    stream: `master-${kind}-${id}`,
    command,
    input,
    ...(versioned ? { expectedVersion: version } : {}),
  });
}
