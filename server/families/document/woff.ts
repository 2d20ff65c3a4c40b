import { inflateSync } from 'node:zlib';

const headerBytes = 44;
const entryBytes = 20;
/** Zeros after each table: fontkit reads the header of an empty last glyph from beyond its table. */
const paddingBytes = 16;

/** The OpenType font in a WOFF 1.0 file. See https://www.w3.org/TR/WOFF/. */
export function fontOfWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 file.');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let offset = head.length;
  for (let i = 0; i < count; i++) {
    const entry = headerBytes + entryBytes * i;
    const [from, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const table = woff.subarray(from, from + packed);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4 + paddingBytes);
    (packed < length ? inflateSync(table) : table).copy(padded);
    const record = 12 + 16 * i;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
