import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { BulkAnswer } from '#shared/families/master-wire.ts';
import { languageOf } from '../../http.ts';
import { masterFor, type MasterDoorParts } from './door-parts.ts';
import { uuidFrom } from './imports.ts';

const most = 500;
const body = z.strictObject({
  action: z.enum(['update', 'activate', 'deactivate', 'cancel']),
  records: z.array(z.strictObject({ id: z.int().positive().max(2_147_483_647), version: z.int().positive() })).min(1),
  fields: z.record(z.string().max(60), z.unknown()).optional(),
  reason: z.string().max(500).optional(),
});
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The same order for many records; each answers for itself. Asked again with the same key, nothing happens twice. */
export function bulkDoors(app: FastifyInstance, { house, reading }: MasterDoorParts): void {
  app.post('/masters-bulk/:name', { config: { need: 'signedIn' } }, async (request): Promise<BulkAnswer> => {
    const parsed = body.safeParse(request.body);
    if (!parsed.success) throw refuse('badFormat', 400, { label: parsed.error.issues[0]!.path.join('.') }, parsed.error.issues[0]!.path.join('.'));
    const { action, records, fields, reason } = parsed.data;
    if (records.length > most) throw refuse('bulkTooMany', 422, { n: most });
    const { def, viewer } = masterFor(reading, request, action === 'cancel' ? 'delete' : 'edit');
    if (def.source) throw refuse('notFound', 404);
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !uuid.test(key)) throw refuse('idempotencyKeyRequired', 400);
    const language = languageOf(request);
    const input = { ...(action === 'update' ? { fields: fields ?? {} } : {}), ...(reason ? { reason } : {}) };
    const results: BulkAnswer['results'][number][] = [];
    for (let i = 0; i < records.length; i += 25) {
      results.push(
        ...(await Promise.all(
          records.slice(i, i + 25).map(async ({ id, version }) => {
            const done = await house.handle({
              stream: `master-${def.kind}-${id}`,
              command: action,
              input,
              viewer,
              correlationId: request.correlationId,
              idempotencyKey: uuidFrom(`${key.toLowerCase()}:${id}`),
              ...(action === 'update' || action === 'cancel' ? { expectedVersion: version } : {}),
            });
            return isRefusal(done)
              ? { id, ok: false, code: done.code, message: house.say(done.code, done.details, language) }
              : { id, ok: true, version: done.version };
          }),
        )),
      );
    }
    return { results };
  });
}
