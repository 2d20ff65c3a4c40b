import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { headOf } from '#shared/core/cut.ts';
import type { OpenServer } from '../app.ts';

/** The id of a sample sheet; looks like any other, but is always the same. */
export function sampleFileId(kind: string, n: number): string {
  return headOf(createHash('sha256').update(`sample sheet ${kind} ${n}`).digest('base64url'), 32);
}

/** Letters of the stamp, five columns by seven rows, one bit per dot. */
const letters: Readonly<Record<string, readonly number[]>> = {
  A: [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  C: [0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e],
  D: [0x1e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1e],
  E: [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f],
  I: [0x0e, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e],
  L: [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f],
  M: [0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11],
  N: [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11],
  O: [0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e],
  P: [0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10],
  R: [0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11],
  S: [0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e],
  T: [0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04],
  Y: [0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04],
};
const width = 640;
const height = 420;

/** A grey-scale sheet with lines like handwriting, its kind at the top and SAMPLE across it; PNG bytes. */
export function sampleSheet(kind: string, seed: number): Buffer {
  const dots = Buffer.alloc(width * height, 250);
  const box = (x: number, y: number, w: number, h: number, tone: number): void => {
    for (let row = y; row < Math.min(height, y + h); row += 1)
      dots.fill(tone, row * width + x, row * width + Math.min(width, x + w));
  };
  const write = (text: string, x: number, y: number, size: number, tone: number): void => {
    [...text].forEach((letter, i) =>
      letters[letter]?.forEach((bits, row) => {
        for (let column = 0; column < 5; column += 1)
          if (bits & (16 >> column)) box(x + (i * 6 + column) * size, y + row * size, size, size, tone);
      }),
    );
  };
  box(20, 20, width - 40, 2, 120);
  box(20, height - 22, width - 40, 2, 120);
  write(kind.toUpperCase(), 40, 44, 4, 70);
  let chance = seed;
  for (let line = 0; line < 9; line += 1) {
    chance = (chance * 1103515245 + 12345) % 2147483648;
    box(40, 110 + line * 30, 180 + (chance % 340), 7, 190);
  }
  if (kind === 'identity') box(width - 190, 44, 140, 170, 205);
  write('SAMPLE', 110, 180, 12, 150);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) dots.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A file of the demo in the upload folder. */
export interface SampleFile {
  readonly id: string;
  readonly name: string;
  readonly mime: 'image/png' | 'application/pdf';
  readonly bytes: Buffer;
  readonly by: number;
  /** The record for which it was uploaded, and when (ms); the event itself is in the plan. */
  readonly for?: string;
  readonly at?: number;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A sheet named by a case of the demo. */
export function sheetFile({
  kind,
  n,
  by,
}: {
  readonly kind: string;
  readonly n: number;
  readonly by: number;
}): SampleFile {
  return {
    id: sampleFileId(kind, n),
    name: `${kind} SAMPLE.png`,
    mime: 'image/png',
    bytes: sampleSheet(kind, n),
    by,
  };
}

/** Copies the demo's files into the upload folder; commands of the plan record who uploaded each. */
export async function keepSampleFiles(server: OpenServer, files: readonly SampleFile[]): Promise<void> {
  const folder = join(server.dataDir, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { id, name, mime, bytes, by, for: record = null, at = server.clock.now() } of files) {
    const sha256 = sha256Of(bytes);
    await writeFile(join(folder, id), bytes, { mode: 0o600 });
    await server.pool.query(
      'insert into files (id, name, kind, bytes, sha256, made_at, made_by, stream) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing',
      [id, name, mime, bytes.length, sha256, new Date(at), by, record],
    );
  }
}
