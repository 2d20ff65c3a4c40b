import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import { signupCaseView, type CaseRow } from '#shared/feeds/signup-case.ts';
import type { fileTypes } from '#shared/streams/core/file.ts';
import { isBrokenForm } from '../http.ts';
import { wholeFile } from '../upload.ts';
import { customerFiles } from './customer-files.ts';
import type { ServiceParts } from './give.ts';
import { maySeeSignup } from './signup.ts';

type Mime = (typeof fileTypes)[number];
interface Kept {
  readonly id: string;
  readonly name: string;
  readonly kind: Mime;
  readonly bytes: number;
  readonly made_by: number | null;
  /** The customer for whom it was brought, or the sign-up in which it was found last; it may have left it since. */
  readonly stream: string | null;
}

/** What the first bytes say it is, whatever its name claims. */
export function mimeOf(bytes: Buffer): Mime | null {
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : null;
}

const forSignups = ['Out Bound/customerSingup:create', 'Out Bound/signup-queue:edit'] as const;
/** `?for=customer-17`: the record for which a file is brought, or through which it is opened. */
interface Asked {
  readonly Querystring: { readonly for?: unknown };
}

/** `POST /file` keeps one document under an unguessable id; `GET /file/:id` gives it back to those who may see its case or its customer, and notes who did. */
export function fileService(app: FastifyInstance, parts: ServiceParts & { readonly dataDir: string }): void {
  const { house } = parts;
  const folder = join(parts.dataDir, 'files');

  const customers = customerFiles(house);
  const ownUpload = (viewer: Viewer, kept: Kept): string | null => (viewer.empId !== null && viewer.empId === kept.made_by ? `file-${kept.id}` : null);
  const throughCustomer = async (viewer: Viewer, stream: string, { id }: Kept): Promise<string | null> => {
    const found = await customers.look(viewer, stream, id);
    return typeof found === 'string' ? null : found.stream;
  };
  const throughSignup = async (viewer: Viewer, id: string, row: CaseRow, kept: Kept): Promise<string | null> => {
    const { customerId } = row.state;
    const found = customerId === null ? 'none' : await customers.look(viewer, `customer-${customerId}`, kept.id);
    // What was found to be a mistake at the customer was one in their sign-up.
    if (found === 'takenBack') return ownUpload(viewer, kept);
    if (maySeeSignup(viewer, row)) return `signup-${id}`;
    return typeof found === 'object' ? found.stream : null;
  };

  /** The record through which this viewer may see the file: the one they name, a customer or a sign-up that holds it, or their own upload. */
  const subjectFor = async (viewer: Viewer, kept: Kept, named: unknown): Promise<string | null> => {
    if (named !== undefined) return throughCustomer(viewer, String(named), kept);
    if (kept.stream?.startsWith('customer-')) {
      const found = await customers.look(viewer, kept.stream, kept.id);
      if (typeof found === 'object') return found.stream;
      return found === 'hidden' ? null : ownUpload(viewer, kept);
    }
    const holds = (row: CaseRow): boolean => row.state.record.documents.some((document) => document.fileId === kept.id);
    const known = kept.stream === null ? undefined : await house.views.read(signupCaseView, streamKey(kept.stream));
    if (known && holds(known)) return throughSignup(viewer, streamKey(kept.stream!), known, kept);
    // A house has any number of cases: they are looked through once a file, not each time it is opened.
    for await (const [id, row] of house.views.stored(signupCaseView, kept.id)) {
      if (!holds(row)) continue;
      await house.pool.query('update files set stream = $2 where id = $1', [kept.id, `signup-${id}`]);
      return throughSignup(viewer, id, row, kept);
    }
    return ownUpload(viewer, kept);
  };

  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.uploadBytes, files: 1, fields: 4, fieldSize: 1_000, parts: 6 } });

    scope.post<Asked>(
      '/file',
      { bodyLimit: limits.uploadBytes + 64 * 1024, config: { need: [...forSignups, 'Masters/customerMasterV2:edit'] } },
      async (request, reply) => {
        const viewer = request.viewer!;
        const named = request.query.for;
        if (named === undefined && !may(viewer, forSignups).ok) throw refuse('forbidden', 403, { permission: forSignups[0] });
        const record = named === undefined ? null : await customers.bringFor(viewer, named);
        const { name, bytes } = await readUpload(request);
        const mime = mimeOf(bytes);
        if (!mime) throw refuse('wrongFileType', 415, undefined, 'file');
        await parts.scan?.(request, bytes);
        const id = randomBytes(24).toString('base64url');
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(join(folder, `${id}.part`), bytes, { mode: 0o600, flush: true });
        await rename(join(folder, `${id}.part`), join(folder, id));
        await house.pool.query('insert into files (id, name, kind, bytes, sha256, made_at, made_by, stream) values ($1, $2, $3, $4, $5, $6, $7, $8)', [
          id,
          name,
          mime,
          bytes.length,
          sha256,
          new Date(house.clock.now()),
          viewer.empId,
          record,
        ]);
        await note(parts, request, {
          stream: `file-${id}`,
          command: 'keep',
          input: { name, mime, bytes: bytes.length, sha256, ...(record ? { for: record } : {}) },
        });
        return reply.code(201).send({ fileId: id, name, mime, bytes: bytes.length });
      },
    );
  });

  app.get<Asked & { Params: { id: string } }>('/file/:id', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { id } = request.params;
    if (!/^[\w-]{32}$/.test(id)) throw refuse('notFound', 404);
    const { rows } = await house.pool.query<Kept>('select id, name, kind, bytes, made_by, stream from files where id = $1', [id]);
    const kept = rows[0];
    const subject = kept ? await subjectFor(request.viewer!, kept, request.query.for) : null;
    if (!kept || subject === null) throw refuse('notFound', 404);
    const bytes = await readFile(join(folder, id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw refuse('notFound', 404);
      throw error;
    });
    await note(parts, request, { stream: `file-${id}`, command: 'open', input: { subject } });
    return send(reply, kept, bytes);
  });
}

function send(reply: FastifyReply, kept: Kept, bytes: Buffer): FastifyReply {
  const plain = kept.name.replace(/[^\w .-]/g, '_');
  return reply
    .type(kept.kind)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(kept.name)}`)
    .send(bytes);
}

/** The house writes it down, in the name of the one who asked. */
async function note(parts: ServiceParts, request: FastifyRequest, order: { stream: string; command: string; input: unknown }): Promise<void> {
  const noted = await parts.house.handle({ ...order, viewer: { ...request.viewer!, kind: 'system' }, correlationId: request.correlationId });
  if (isRefusal(noted)) throw noted;
}

async function readUpload(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw refuse('unsupportedMedia', 415);
  try {
    const part = await request.file();
    if (!part) throw refuse('fileMissing', 400, undefined, 'file');
    const bytes = await wholeFile(part);
    if (!bytes) throw refuse('fileTooLarge', 413, undefined, 'file');
    const name = (part.filename ?? '')
      .normalize('NFC')
      .replace(/[\p{Cc}/\\]/gu, '')
      .trim()
      .slice(0, 120);
    return { name: name === '' ? 'document' : name, bytes };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code.startsWith('FST_') || isBrokenForm(error)) throw refuse('fileMissing', 400, undefined, 'file');
    throw error;
  }
}
