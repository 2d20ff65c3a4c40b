import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { mostDots, pictureSize, tooManyDots } from '#shared/core/picture-size.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { fileTypes } from '#shared/streams/core/file.ts';
import { isBrokenForm } from '../http/every-request.ts';
import { wholeFile } from '../http/upload.ts';
import type { ServiceParts } from './give.ts';
import { cutText } from '#shared/core/cut.ts';

export type Mime = (typeof fileTypes)[number];

/** The type by its first bytes, whatever its name claims. */
export function mimeOf(bytes: Buffer): Mime | null {
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png';
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : null;
}

/** Reads, checks, stores under an unguessable id and records one uploaded file. */
export async function keepUpload(
  parts: ServiceParts & { readonly dataDir: string },
  request: FastifyRequest,
  { viewer, record }: { readonly viewer: Viewer; readonly record: string | null },
): Promise<{ id: string; name: string; mime: Mime; bytes: number; sha256: string }> {
  const folder = join(parts.dataDir, 'files');
  const { name, bytes } = await readUpload(request);
  const mime = mimeOf(bytes);
  if (!mime) throw refuse('wrongFileType', 415, undefined, 'file');
  const size = pictureSize(bytes);
  if (size && tooManyDots(size))
    throw refuse(
      'pictureTooLarge',
      422,
      { n: Math.round((size.width * size.height) / 1_000_000), most: mostDots / 1_000_000 },
      'file',
    );
  await parts.scan?.(request, bytes);
  const id = randomBytes(24).toString('base64url');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${id}.part`), bytes, { mode: 0o600, flush: true });
  await rename(join(folder, `${id}.part`), join(folder, id));
  await parts.server.pool.query(
    'insert into files (id, name, kind, bytes, sha256, made_at, made_by, stream) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, name, mime, bytes.length, sha256, new Date(parts.server.clock.now()), viewer.empId, record],
  );
  await note(
    parts,
    request,
    {
      stream: `file-${id}`,
      command: 'keep',
      input: { name, mime, bytes: bytes.length, sha256, ...(record ? { for: record } : {}) },
    },
    viewer,
  );
  return { id, name, mime, bytes: bytes.length, sha256 };
}

/** The server records it in the name of the requester. */
export async function note(
  parts: ServiceParts,
  request: FastifyRequest,
  order: { stream: string; command: string; input: unknown },
  viewer: Viewer = request.viewer!,
): Promise<void> {
  const noted = await parts.server.handle({
    ...order,
    viewer: { ...viewer, kind: 'system' },
    correlationId: request.correlationId,
  });
  if (isRefusal(noted)) throw noted;
}

async function readUpload(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw refuse('unsupportedMedia', 415);
  try {
    const part = await request.file();
    if (!part) throw refuse('fileMissing', 400, undefined, 'file');
    const bytes = await wholeFile(part);
    if (!bytes) throw refuse('fileTooLarge', 413, undefined, 'file');
    const name = cutText(
      (part.filename ?? '')
        .normalize('NFC')
        .replace(/[\p{Cc}/\\]/gu, '')
        .trim(),
      120,
    );
    return { name: name === '' ? 'document' : name, bytes };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code.startsWith('FST_') || isBrokenForm(error)) throw refuse('fileMissing', 400, undefined, 'file');
    throw error;
  }
}
