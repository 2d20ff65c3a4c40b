import type { EventOf } from '#shared/core/stream.ts';
import type { audit } from '#shared/streams/core/audit.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { may, type Permission, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import { signupCaseView, type CaseRow } from '#shared/feeds/signup-case.ts';
import { auditStream } from '#shared/streams/core/audit.ts';
import { uploadRight } from '#shared/streams/prescriptions/upload/access.ts';
import type { OpenedFiles } from '#shared/wire.ts';
import { allMasters, allStreams } from '../core/registers.ts';
import { careFiles, forCare } from './care-files.ts';
import { customerFiles } from './customer-files.ts';
import { keepUpload, note, type Mime } from './keep-upload.ts';
import { prescriptionFiles } from './prescription-files.ts';
import { uploadLinkRoutes } from './upload-links.ts';
import type { ServiceParts } from './give.ts';
import { maySeeSignup } from './signup.ts';

interface Kept {
  readonly id: string;
  readonly name: string;
  readonly kind: Mime;
  readonly bytes: number;
  readonly made_by: number | null;
  /**
   * The customer for whom it was uploaded, or the sign-up in which it was last found, which may no longer
   * hold it.
   */
  readonly stream: string | null;
}

/** Slips, receipts, proofs of delivery and photos of returned goods. */
const forMoney: readonly Permission[] = [
  'Inventory/dayendsubmission:create',
  'Inventory/markAsDeliverd:edit',
  'Inventory/customerDcReturn:create',
  'Delivery/deleveryStatementList:edit',
];
const withPapers = allMasters().filter(
  (def) => !def.source && def.fields.some(({ kind }) => kind === 'file'),
);
/** Files of a master's records are uploaded by those who enter or change them. */
const forMasters: readonly Permission[] = withPapers.flatMap((def) =>
  (['create', 'edit'] as const).filter((right) => def.rights.includes(right)).map((right) => def.need(right)),
);
const forSignups = ['Out Bound/customerSingup:create', 'Out Bound/signup-queue:edit'] as const;
/** The stream of one record, or of one day of it. */
const recordStream = /^(?:[a-z]+|master-[A-Za-z]+)-[1-9]\d{0,9}(?:-\d{4}-\d\d-\d\d)?$/;
/** `?for=customer-17`: the record for which a file is uploaded, or through which it is opened. */
interface Requested {
  readonly Querystring: { readonly for?: unknown };
}

/**
 * `POST /file` stores a document under an unguessable id; `GET /file/:id` returns it to those who may see
 * its case or customer, and records the access. `GET /file/opened?for=signup-12` returns the caller's own
 * openings of that record's files, from that audit.
 */
export function fileService(app: FastifyInstance, parts: ServiceParts & { readonly dataDir: string }): void {
  const { server, documents } = parts;
  const folder = join(parts.dataDir, 'files');

  const customers = customerFiles(server);
  const streams = allStreams();
  const care = careFiles(server);
  const prescriptions = prescriptionFiles(server);
  const ownUpload = (viewer: Viewer, kept: Kept): string | null =>
    viewer.empId !== null && viewer.empId === kept.made_by ? `file-${kept.id}` : null;
  /** Any record whose stream declares its files, and which this viewer may see. */
  const throughRecord = async (viewer: Viewer, stream: string, { id }: Kept): Promise<string | null> => {
    const def = streams.get(streamName(stream));
    if (!def?.files || !recordStream.test(stream)) return null;
    if (!documents.mayOpen(viewer, stream)) return null;
    const events = await server.log.readStream(stream);
    const state = events.reduce((now, event) => def.evolve(now, event), def.initial(streamKey(stream)));
    const need = def.filesNeed?.(state) ?? null;
    if (need !== null && !may(viewer, need).ok) return null;
    return def.files(state).includes(id) && (def.visible?.(state, viewer, server.access.directory) ?? true)
      ? stream
      : null;
  };
  const throughCustomer = async (viewer: Viewer, stream: string, { id }: Kept): Promise<string | null> => {
    const found = await customers.check(viewer, stream, id);
    return typeof found === 'string' ? null : found.stream;
  };
  const throughSignup = async (
    viewer: Viewer,
    id: string,
    row: CaseRow,
    kept: Kept,
  ): Promise<string | null> => {
    const { customerId } = row.state;
    const found =
      customerId === null ? 'none' : await customers.check(viewer, `customer-${customerId}`, kept.id);
    // A file that was a mistake at the customer was one in their sign-up.
    if (found === 'takenBack') return ownUpload(viewer, kept);
    if (maySeeSignup(viewer, row)) return `signup-${id}`;
    return typeof found === 'object' ? found.stream : null;
  };

  /**
   * The record through which this viewer may see the file: the one they name, a customer or a sign-up that
   * holds it, or their own upload.
   */
  const subjectFor = async (viewer: Viewer, kept: Kept, named: unknown): Promise<string | null> => {
    if (prescriptions.owns(named)) return prescriptions.check(viewer, named, kept.id);
    if (kept.stream?.startsWith('patient-'))
      return care.mayRead(viewer, kept.stream) ? kept.stream : ownUpload(viewer, kept);
    if (named !== undefined) {
      const through = String(named).startsWith('customer-') ? throughCustomer : throughRecord;
      return through(viewer, String(named), kept);
    }
    if (kept.stream !== null && prescriptions.owns(kept.stream))
      return (await prescriptions.check(viewer, kept.stream, kept.id)) ?? ownUpload(viewer, kept);
    if (kept.stream?.startsWith('customer-')) {
      const found = await customers.check(viewer, kept.stream, kept.id);
      if (typeof found === 'object') return found.stream;
      return found === 'hidden' ? null : ownUpload(viewer, kept);
    }
    const holds = (row: CaseRow): boolean =>
      row.state.record.documents.some((document) => document.fileId === kept.id);
    const known =
      kept.stream === null ? undefined : await server.views.read(signupCaseView, streamKey(kept.stream));
    if (known && holds(known)) return throughSignup(viewer, streamKey(kept.stream!), known, kept);
    // There may be many cases: they are searched once per file, not on each access.
    for await (const [id, row] of server.views.stored(signupCaseView, kept.id)) {
      if (!holds(row)) continue;
      await server.pool.query('update files set stream = $2 where id = $1', [kept.id, `signup-${id}`]);
      return throughSignup(viewer, id, row, kept);
    }
    return ownUpload(viewer, kept);
  };

  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1, fields: 4, fieldSize: 1_000, parts: 6 },
    });
    uploadLinkRoutes(scope, parts);

    scope.post<Requested>(
      '/file',
      {
        bodyLimit: limits.uploadBytes + 64 * 1024,
        config: {
          need: [
            ...forSignups,
            ...forMoney,
            ...forMasters,
            'Masters/customerMasterV2:edit',
            uploadRight('edit'),
            ...forCare,
            ...documents.needs,
          ],
        },
      },
      async (request, reply) => {
        const viewer = request.viewer!;
        const named = request.query.for;
        if (named === undefined && !may(viewer, [...forSignups, ...forMoney, ...forMasters]).ok)
          throw refuse('forbidden', 403, { permission: forSignups[0] });
        const record =
          named === undefined
            ? null
            : prescriptions.owns(named)
              ? await prescriptions.bringFor(viewer, named)
              : String(named).startsWith('patient-')
                ? care.bringFor(viewer, named)
                : ((await documents.bringFor(viewer, named)) ?? (await customers.bringFor(viewer, named)));
        const kept = await keepUpload(parts, request, { viewer, record });
        return reply.code(201).send({
          fileId: kept.id,
          name: kept.name,
          mime: kept.mime,
          bytes: kept.bytes,
          sha256: kept.sha256,
        });
      },
    );
  });

  app.get<Requested>(
    '/file/opened',
    { config: { need: 'signedIn' } },
    async (request): Promise<OpenedFiles> => {
      const subject = String(request.query.for);
      if (!recordStream.test(subject)) throw refuse('notFound', 404);
      const { empId } = request.viewer!;
      const looks =
        empId === null ? [] : await server.log.readStream<EventOf<typeof audit>>(auditStream(subject));
      return {
        opened: Object.fromEntries(
          looks
            .filter(({ actor }) => actor.empId === empId)
            .flatMap(({ at, type, data }) =>
              type === 'PersonalDataViewed' && data.fileId !== undefined ? [[data.fileId, at]] : [],
            ),
        ),
      };
    },
  );

  app.get<Requested & { Params: { id: string } }>(
    '/file/:id',
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const { id } = request.params;
      if (!/^[\w-]{32}$/.test(id)) throw refuse('notFound', 404);
      const { rows } = await server.pool.query<Kept>(
        'select id, name, kind, bytes, made_by, stream from files where id = $1',
        [id],
      );
      const kept = rows[0];
      const subject = kept ? await subjectFor(request.viewer!, kept, request.query.for) : null;
      if (!kept || subject === null) throw refuse('notFound', 404);
      const bytes = await readFile(join(folder, id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw refuse('notFound', 404);
        throw error;
      });
      await note(parts, request, { stream: `file-${id}`, command: 'open', input: { subject } });
      return send(reply, kept, bytes);
    },
  );
}

function send(reply: FastifyReply, kept: Kept, bytes: Buffer): FastifyReply {
  const plain = kept.name.replace(/[^\w .-]/g, '_');
  return reply
    .type(kept.kind)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(kept.name)}`,
    )
    .send(bytes);
}
