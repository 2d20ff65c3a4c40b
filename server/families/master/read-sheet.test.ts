import { createDeflateRaw, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { readSheetRows } from './read-sheet.ts';

const name = 'xl/worksheets/sheet1.xml';
const mb = 1024 * 1024;

/** A zip of one entry whose header claims a size, or leaves it to the trailer of the entry. */
function zipOf(packed: Buffer, claimed: number | null): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(claimed === null ? 8 : 0, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(claimed === null ? 0 : packed.length, 18);
  head.writeUInt32LE(claimed ?? 0, 22);
  head.writeUInt16LE(name.length, 26);
  const behind = Buffer.alloc(claimed === null ? 16 : 0);
  if (claimed === null) behind.writeUInt32LE(0x08074b50, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([head, Buffer.from(name), packed, behind, end]);
}

async function zeros(megabytes: number): Promise<Buffer> {
  const deflate = createDeflateRaw();
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => void pieces.push(piece));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  for (let i = 0; i < megabytes; i += 1)
    await new Promise((resolve) => deflate.write(Buffer.alloc(mb), resolve));
  deflate.end();
  await ended;
  return Buffer.concat(pieces);
}

/** The result of reading a file, and by how much this process grew. */
async function brought(bytes: Buffer): Promise<{ refusal: unknown; grownMb: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const check = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const refusal = await readSheetRows(bytes).then(
    () => 'read',
    (error: unknown) => error,
  );
  clearInterval(check);
  return { refusal, grownMb: (peak - before) / mb };
}

test('sheets are read one at a time, in order, even when one fails', async () => {
  const ended: string[] = [];
  const read = (name: string, bytes: Buffer): Promise<unknown> =>
    readSheetRows(bytes).finally(() => ended.push(name));
  await Promise.allSettled([
    read('long', Buffer.from(`${'a,'.repeat(100)}\n`.repeat(10_000))),
    read('broken', Buffer.from('PK nothing')),
    read('short', Buffer.from('a,b\n1,2\n')),
  ]);
  expect(ended).toEqual(['long', 'broken', 'short']);
});

test('a file in UTF-16 is read, and one in an older encoding is refused with a code of its own', async () => {
  const text = 'Código,Nombre\nÑ-1,«Señal» 😀\n';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), little, big])
    expect(await readSheetRows(bytes)).toEqual([
      { line: 1, cells: ['Código', 'Nombre'] },
      { line: 2, cells: ['Ñ-1', '«Señal» 😀'] },
    ]);
  for (const bytes of [Buffer.from('Código\nÑ\n', 'latin1'), little.subarray(0, little.length - 1)])
    await expect(readSheetRows(bytes)).rejects.toMatchObject({ code: 'importEncoding', status: 422 });
});

test('a zip bomb is refused before it is unpacked, whatever its header claims', async () => {
  const packed = await zeros(400);
  expect(packed.length).toBeLessThan(mb);
  for (const claimed of [null, 400 * mb, 10]) {
    const { refusal, grownMb } = await brought(zipOf(packed, claimed));
    expect(grownMb, `claimed ${claimed}`).toBeLessThan(200);
    expect(refusal).toMatchObject({ code: 'importUnpacksTooLarge', status: 422, details: { n: 64 } });
  }
});

test('a claimed size allocates no memory', async () => {
  const { refusal, grownMb } = await brought(zipOf(deflateRawSync(Buffer.from('<x/>')), 1_000 * mb));
  expect(grownMb).toBeLessThan(200);
  expect(refusal).toMatchObject({ code: 'importUnpacksTooLarge', status: 422 });
});

test('one long text that many cells share is refused before it is copied for each', async () => {
  const text = 'long '.repeat(6_000);
  const sheet = Array.from({ length: 3_000 }, () => [text]);
  const { refusal, grownMb } = await brought(await writeExcelFile(sheet as never).toBuffer());
  expect(refusal).toMatchObject({ code: 'importUnpacksTooLarge', status: 422 });
  expect(grownMb).toBeLessThan(200);
});
