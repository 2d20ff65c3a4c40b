import { crc32, createDeflateRaw } from 'node:zlib';
import { cutText } from '#shared/core/cut.ts';
import { columnLetters } from '#shared/core/sheet-cell.ts';

/** The index of a format in the workbook's styles; 0 is plain and 1 a heading. */
const formats = { date: 2, instant: 3, money: 4 } as const;
export type XlsxFormat = keyof typeof formats;

/**
 * A number or a text; text is never evaluated as a formula. Dates are days since 1899-12-30, money is in
 * rupees. Null is an empty cell.
 */
export type XlsxCell = string | number | { readonly value: number; readonly format: XlsxFormat } | null;

export interface XlsxSheets {
  readonly title: string;
  readonly headings: readonly string[];
  /** Widths of the columns in characters; the program's default when omitted. */
  readonly widths?: readonly number[];
  /** Batches of rows, in order. */
  readonly rows: AsyncIterable<readonly (readonly XlsxCell[])[]>;
  /**
   * The most rows of one sheet, headings included; further rows go to a next sheet. XLSX itself ends at
   * 1,048,576.
   */
  readonly sheetRows?: number;
  /** A last sheet of two columns; asked for when all rows are written, so that it can count them. */
  readonly about?: { readonly title: string; rows(): readonly (readonly [string, XlsxCell])[] };
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const numberFormats = `<numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;#,##0.00"/></numFmts>`;
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Generates a workbook piece by piece as its rows arrive, without buffering it. Further sheets are named
 * `title 2`, `title 3` …
 */
export async function* xlsxPieces({
  title,
  headings,
  widths,
  rows,
  sheetRows = 1_048_576,
  about,
}: XlsxSheets): AsyncGenerator<Buffer> {
  const zip = openZip();
  const head = rowXml(headings, 1, 1);
  const source = rows[Symbol.asyncIterator]();
  let waiting: (readonly XlsxCell[])[] = [];
  let ended = false;
  let sheets = 0;

  /** Whether another row is pending. */
  async function more(): Promise<boolean> {
    while (waiting.length === 0 && !ended) {
      const next = await source.next();
      ended = next.done === true;
      if (!next.done) waiting = [...next.value];
    }
    return waiting.length > 0;
  }

  async function* sheet(): AsyncGenerator<string> {
    yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${colsXml(widths)}<sheetData>${head}`;
    for (let at = 1; at < sheetRows && (await more());) {
      const taken = waiting.splice(0, sheetRows - at);
      yield taken.map((cells, i) => rowXml(cells, at + i + 1, 0)).join('');
      at += taken.length;
    }
    await more();
    yield '</sheetData></worksheet>';
  }

  do {
    sheets += 1;
    yield* zip.entry(`xl/worksheets/sheet${sheets}.xml`, sheet());
  } while (waiting.length > 0);

  const names = Array.from({ length: sheets }, (_, i) => sheetName(title, i + 1));
  if (about) {
    sheets += 1;
    names.push(sheetName(about.title, 1));
    const lines = about.rows().map((cells, i) => rowXml(cells, i + 1, 0));
    const text = `${xml}<worksheet xmlns="${main}">${colsXml([32, 96])}<sheetData>${lines.join('')}</sheetData></worksheet>`;
    yield* zip.entry(`xl/worksheets/sheet${sheets}.xml`, one(text));
  }
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const parts: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers.map((n) => `<sheet name="${names[n - 1]}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}">${numberFormats}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>${[164, 165, 166].map((id) => `<xf xfId="0" numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contents}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contents}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${contents}.worksheet+xml"/>`).join('')}</Types>`,
    ],
  ];
  for (const [name, text] of parts) yield* zip.entry(name, one(`${xml}${text}`));
  yield zip.end();
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

function rowXml(cells: readonly XlsxCell[], row: number, style: number): string {
  const check = style === 0 ? '' : ` s="${style}"`;
  const inside = cells.map((cell, i) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'object')
      return `<c r="${columnLetters(i)}${row}" s="${formats[cell.format]}"><v>${cell.value}</v></c>`;
    const place = `<c r="${columnLetters(i)}${row}"${check}`;
    return typeof cell === 'number'
      ? `${place}><v>${cell}</v></c>`
      : `${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${row}">${inside.join('')}</row>`;
}

function colsXml(widths: readonly number[] = []): string {
  if (widths.length === 0) return '';
  return `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
}

const dayMs = 86_400_000;
/** The serial number of a business day, or of an instant in Indian time. */
export function xlsxDay(day: string): XlsxCell {
  return { value: Date.parse(day) / dayMs + 25_569, format: 'date' };
}
export function xlsxInstant(instant: string): XlsxCell {
  return {
    value: Number(((Date.parse(instant) + 330 * 60_000) / dayMs + 25_569).toFixed(9)),
    format: 'instant',
  };
}

/** Removes what XML cannot contain and escapes the rest; a typed `_x0041_` stays as typed. */
function escaped(text: string): string {
  return cutText(text, 32_767)
    .replace(/_x[0-9A-Fa-f]{4}_/g, (found) => `_x005F${found}`)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** At most 31 characters, without those that a sheet's name may not contain. */
function sheetName(title: string, n: number): string {
  const end = n === 1 ? '' : ` ${n}`;
  return escaped(cutText(title.replace(/[[\]*?:/\\']/g, ' ').trim(), 31 - end.length) + end);
}

/** Writes a ZIP front to back: sizes follow each entry (APPNOTE 4.4.4 bit 3), names are in UTF-8. */
export function openZip() {
  const directory: Buffer[] = [];
  let offset = 0;
  const counted = (piece: Buffer): Buffer => {
    offset += piece.length;
    return piece;
  };
  const flags = 0x0808;
  const deflated = 8;
  const day1980 = 0x21;

  async function* entry(name: string, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
    const named = Buffer.from(name, 'utf8');
    const start = offset;
    const front = Buffer.alloc(30);
    front.writeUInt32LE(0x04034b50, 0);
    front.writeUInt16LE(20, 4);
    front.writeUInt16LE(flags, 6);
    front.writeUInt16LE(deflated, 8);
    front.writeUInt16LE(day1980, 12);
    front.writeUInt16LE(named.length, 26);
    yield counted(Buffer.concat([front, named]));

    let sum = 0;
    let whole = 0;
    let packed = 0;
    const press = createDeflateRaw();
    const fed = (async () => {
      for await (const part of text) {
        const bytes = Buffer.from(part, 'utf8');
        sum = crc32(bytes, sum);
        whole += bytes.length;
        if (!press.write(bytes)) await new Promise((resolve) => press.once('drain', resolve));
      }
      press.end();
    })();
    fed.catch((error: unknown) => press.destroy(error as Error));
    for await (const piece of press as AsyncIterable<Buffer>) {
      packed += piece.length;
      yield counted(piece);
    }
    await fed;

    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(sum, 4);
    behind.writeUInt32LE(packed, 8);
    behind.writeUInt32LE(whole, 12);
    yield counted(behind);

    const line = Buffer.alloc(46);
    line.writeUInt32LE(0x02014b50, 0);
    line.writeUInt16LE(20, 4);
    line.writeUInt16LE(20, 6);
    line.writeUInt16LE(flags, 8);
    line.writeUInt16LE(deflated, 10);
    line.writeUInt16LE(day1980, 14);
    line.writeUInt32LE(sum, 16);
    line.writeUInt32LE(packed, 20);
    line.writeUInt32LE(whole, 24);
    line.writeUInt16LE(named.length, 28);
    line.writeUInt32LE(start, 42);
    directory.push(Buffer.concat([line, named]));
  }

  function end(): Buffer {
    const lines = Buffer.concat(directory);
    const last = Buffer.alloc(22);
    last.writeUInt32LE(0x06054b50, 0);
    last.writeUInt16LE(directory.length, 8);
    last.writeUInt16LE(directory.length, 10);
    last.writeUInt32LE(lines.length, 12);
    last.writeUInt32LE(offset, 16);
    return Buffer.concat([lines, last]);
  }
  return { entry, end };
}
