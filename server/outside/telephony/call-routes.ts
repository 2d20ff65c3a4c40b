import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { callLeadNeed, callNeed } from '#shared/streams/calls/call/acting.ts';
import { calledStreams } from '#shared/streams/calls/call/subjects.ts';
import type { CallingSetup, CalleeDetails, CalleeHit } from '#shared/wire.ts';
import type { Handle, ServerParts } from '../../core/parts.ts';
import { languageOf, sendRefusal, type HttpParts } from '../../http/every-request.ts';
import { callingDayAt } from '../../special/calling-hours.ts';
import { calleeDetails, findCallees, type CalleeParts } from './find-callee.ts';
import { serveNext, type ServeParts } from './serve-next.ts';
import type { TelephonyProvider } from './provider.ts';

export interface CallRouteParts extends HttpParts, Omit<CalleeParts, 'translate' | 'clock' | 'log'> {
  readonly provider: TelephonyProvider;
  readonly handle: Handle;
  readonly server: ServerParts;
  readonly serving: ServeParts;
}

const subjectOf = new RegExp(`^(${calledStreams.join('|')})-[1-9]\\d{0,8}$`);
const search = z.strictObject({ q: texts.search().max(100).default('') });

/** What a screen needs for calling: hours, reasons, whom to call, and the recordings of calls. */
export function callRoutes(app: FastifyInstance, parts: CallRouteParts): void {
  const { provider, handle, pool, clock, server } = parts;
  const seen = [...callNeed, callLeadNeed];
  const callees: CalleeParts = { ...parts, log: server.log };

  app.get('/calls/setup', { config: { need: 'signedIn' } }, async (request): Promise<CallingSetup> => {
    const places = request.viewer?.poos ?? [];
    const days = await Promise.all(
      (places === 'all' ? [] : places).map(
        async (pooId) => [pooId, (await callingDayAt(parts, pooId)).holiday] as const,
      ),
    );
    const { rows } = await pool.query<{
      kind: string;
      id: number;
      name: string;
      code: string;
      text: string | null;
    }>(
      `select kind, id, name, code, fields->>'bNeedsText' as text from master_rows
       where status = 1 and not cancelled and (kind = 'language' or (kind = 'reason' and fields->>'vReasonGroup' = 'call-lost')) order by name`,
    );
    return {
      hours: parts.config.callingHours,
      now: clock.now(),
      holidays: Object.fromEntries(
        days.flatMap(([pooId, name]) => (name === null ? [] : [[String(pooId), name]])),
      ),
      reasons: rows
        .filter(({ kind }) => kind === 'reason')
        .map(({ id, name, text }) => ({ id: Number(id), name, needsText: text === '1' })),
      languages: rows.filter(({ kind }) => kind === 'language').map(({ code, name }) => ({ code, name })),
    };
  });
  app.get('/calls/find', { config: { need: seen } }, async (request): Promise<readonly CalleeHit[]> => {
    const parsed = search.safeParse(request.query);
    if (!parsed.success || !request.viewer) throw refuse('badFormat', 400, { label: 'q' }, 'q');
    return findCallees(callees, request.viewer, parsed.data.q, languageOf(request));
  });
  app.get<{ Params: { subject: string } }>(
    '/calls/about/:subject',
    { config: { need: seen } },
    async (request): Promise<CalleeDetails> => {
      const { subject } = request.params;
      const facts =
        request.viewer && subjectOf.test(subject)
          ? await calleeDetails(callees, request.viewer, subject, languageOf(request))
          : null;
      if (!facts) throw refuse('notFound', 404);
      return facts;
    },
  );
  app.post('/calls/next', { config: { need: 'Out Bound/outCall1:edit' } }, async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !request.viewer)
      return sendRefusal(parts, request, reply, refuse('idempotencyKeyRequired', 400));
    const served = await serveNext(parts.serving, request.viewer, key.toLowerCase(), request.correlationId);
    return isRefusal(served) ? sendRefusal(parts, request, reply, served, 'caller') : served;
  });
  app.get<{ Params: { id: string } }>(
    '/calls/:id/recording',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const viewer = request.viewer;
      if (!viewer || !/^\d{1,9}$/.test(request.params.id)) throw refuse('notFound', 404);
      const { correlationId } = request;
      const opened = await handle({
        stream: `call-${request.params.id}`,
        command: 'listen',
        input: {},
        viewer,
        correlationId,
      });
      if (isRefusal(opened)) return sendRefusal(parts, request, reply, opened, 'call');
      const found = await provider.recording(String(opened['url']));
      if (!found) return sendRefusal(parts, request, reply, refuse('callNoRecording', 404), 'call');
      return reply
        .header('content-type', found.type)
        .header('cache-control', 'private, no-store')
        .send(found.bytes);
    },
  );
}
