import { toSVG } from '@bwip-js/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { headOf, initialOf } from '#shared/core/cut.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import {
  linkMs,
  mostFiles,
  uploadConsentVersion,
  uploadRight,
} from '#shared/streams/prescriptions/upload/access.ts';
import { prescriptionUploadSession } from '#shared/streams/prescriptions/upload/session.ts';
import type { UploadState } from '#shared/streams/prescriptions/upload/state.ts';
import { hashOf, newSecret } from '../access/secrets.ts';
import { keepUpload } from './keep-upload.ts';
import { originOf } from './origin.ts';
import type { ServiceParts } from './give.ts';

type Parts = ServiceParts & { readonly dataDir: string };

/** How long the phone that opened a link may upload. */
const ticketMs = 30 * 60_000;
const ticketHeader = 'upload-ticket';

interface Link {
  readonly link_id: string;
  readonly session_id: string;
}

/**
 * A link, also as a QR code, by which one phone uploads the pages of one session. The secret is in the
 * fragment of the address, so that no server and no log sees it; it is valid once and for a quarter of an
 * hour, then a ticket in a header replaces it.
 */
export function uploadLinkRoutes(app: FastifyInstance, parts: Parts): void {
  const { server } = parts;
  const { pool, clock } = server;
  const system = (): ReturnType<typeof server.access.systemViewer> =>
    server.access.systemViewer('upload-link');
  const stateOf = async (sessionId: number): Promise<UploadState | null> => {
    const stream = `prescriptionuploadsession-${sessionId}`;
    const events = await server.log.readStream(stream);
    return events.length === 0
      ? null
      : events.reduce(
          (now, event) =>
            prescriptionUploadSession.evolve(
              now,
              event as Parameters<typeof prescriptionUploadSession.evolve>[1],
            ),
          prescriptionUploadSession.initial(streamKey(stream)),
        );
  };
  const order = async (
    request: FastifyRequest,
    sessionId: number,
    command: string,
    input: unknown,
    viewer = system(),
  ): Promise<void> => {
    const handled = await server.handle({
      stream: `prescriptionuploadsession-${sessionId}`,
      command,
      input,
      viewer,
      correlationId: request.correlationId,
    });
    if (isRefusal(handled)) throw handled;
  };
  /** The link of the phone's ticket; every other ticket gets one and the same answer. */
  const byTicket = async (request: FastifyRequest): Promise<Link> => {
    const given = request.headers[ticketHeader];
    const { rows } =
      typeof given === 'string'
        ? await pool.query<Link>(
            'select link_id, session_id from upload_links where ticket_hash = $1 and ticket_until > $2 and ended_at is null',
            [hashOf(given), new Date(clock.now())],
          )
        : { rows: [] };
    if (!rows[0]) throw refuse('linkUsed', 410);
    return rows[0];
  };

  app.post<{ Params: { id: string } }>(
    '/prescription/upload-link/:id',
    { config: { need: uploadRight('edit') } },
    async (request) => {
      const sessionId = Number(request.params.id);
      const state = Number.isSafeInteger(sessionId) && sessionId > 0 ? await stateOf(sessionId) : null;
      if (!state?.opened || !inPoos(request.viewer!, state.opened.pooId)) throw refuse('notFound', 404);
      const secret = newSecret();
      const linkId = headOf(newSecret(), 24);
      const until = clock.now() + linkMs;
      await order(request, sessionId, 'makeLink', { linkId }, { ...request.viewer!, kind: 'system' });
      await pool.query('update upload_links set expires_at = $2 where session_id = $1 and used_at is null', [
        sessionId,
        new Date(clock.now()),
      ]);
      await pool.query(
        'insert into upload_links (hash, link_id, session_id, made_at, expires_at) values ($1, $2, $3, $4, $5)',
        [hashOf(secret), linkId, sessionId, new Date(clock.now()), new Date(until)],
      );
      const path = `/upload#${secret}`;
      const url = `${originOf(request)}${path}`;
      return {
        path,
        url,
        qr: toSVG({ bcid: 'qrcode', text: url, scale: 3 }),
        until: new Date(until).toISOString(),
      };
    },
  );

  app.post('/upload-link/open', { config: { need: 'public' } }, async (request) => {
    const body = z.object({ secret: texts.token().min(20).max(100) }).safeParse(request.body);
    if (!body.success) throw refuse('linkUsed', 410);
    const ticket = newSecret();
    const now = clock.now();
    const { rows } = await pool.query<Link>(
      'update upload_links set used_at = $2, ticket_hash = $3, ticket_until = $4 where hash = $1 and used_at is null and expires_at > $2 returning link_id, session_id',
      [hashOf(body.data.secret), new Date(now), hashOf(ticket), new Date(now + ticketMs)],
    );
    const link = rows[0];
    if (!link) throw refuse('linkUsed', 410);
    await order(request, Number(link.session_id), 'openLink', { linkId: link.link_id });
    const state = await stateOf(Number(link.session_id));
    const place = state?.opened ? server.access.directory.poo(state.opened.pooId) : null;
    return {
      ticket,
      place: place?.name ?? '',
      patient: initials(state?.opened?.patientName ?? ''),
      files: state?.files.length ?? 0,
      most: mostFiles,
      consentVersion: uploadConsentVersion,
    };
  });

  app.post(
    '/upload-link/file',
    { bodyLimit: limits.uploadBytes + 64 * 1024, config: { need: 'public' } },
    async (request, reply) => {
      const link = await byTicket(request);
      const stream = `prescriptionuploadsession-${link.session_id}`;
      const kept = await keepUpload(parts, request, { viewer: system(), record: stream });
      await order(request, Number(link.session_id), 'addFile', {
        fileId: kept.id,
        sha256: kept.sha256,
        via: 'phone',
      });
      return reply.code(201).send({ name: kept.name, mime: kept.mime, bytes: kept.bytes });
    },
  );

  app.post('/upload-link/end', { config: { need: 'public' } }, async (request) => {
    const link = await byTicket(request);
    const body = z.object({ agreed: z.boolean() }).safeParse(request.body);
    await order(request, Number(link.session_id), 'endLink', {
      linkId: link.link_id,
      agreed: body.data?.agreed ?? false,
    });
    await pool.query('update upload_links set ended_at = $2 where link_id = $1', [
      link.link_id,
      new Date(clock.now()),
    ]);
    return { done: true };
  });
}

/** `A. R.`: enough for the family to know whose document is requested, nothing for anybody else. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${initialOf(word)}.`)
    .join(' ');
}
