import { openZip } from '#server/views/xlsx-pieces.ts';
import { columnLetters } from '#shared/core/sheet-cell.ts';

/**
 * A workbook as spreadsheet programs store it. A cell is a text, a number (as it is written in the file), an
 * error, a formula without a result, or a number with the code of its format. Null is no cell.
 */
export type StoredCell =
  | string
  | null
  | { readonly number: string; readonly format?: string }
  | { readonly error: string }
  | { readonly formula: string };

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Rows by their numbers: those between are blank. */
export async function workbookOf(rows: ReadonlyMap<number, readonly StoredCell[]>): Promise<Buffer> {
  const formats: string[] = [];
  const styleOf = (format: string): number => {
    if (!formats.includes(format)) formats.push(format);
    return formats.indexOf(format) + 1;
  };
  const cellXml = (cell: StoredCell, place: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    if ('error' in cell) return `<c r="${place}" t="e"><f>1/0</f><v>${escaped(cell.error)}</v></c>`;
    if ('formula' in cell) return `<c r="${place}"><f>${escaped(cell.formula)}</f></c>`;
    const style = cell.format === undefined ? '' : ` s="${styleOf(cell.format)}"`;
    return `<c r="${place}"${style}><v>${cell.number}</v></c>`;
  };
  const sheet = [...rows]
    .map(
      ([line, cells]) =>
        `<row r="${line}">${cells.map((cell, i) => cellXml(cell, `${columnLetters(i)}${line}`)).join('')}</row>`,
    )
    .join('');
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/>${formats.map((_code, i) => `<xf numFmtId="${164 + i}" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const zip = openZip();
  const pieces: Buffer[] = [];
  for (const [name, text] of Object.entries(parts))
    for await (const piece of zip.entry(name, once(text))) pieces.push(piece);
  return Buffer.concat([...pieces, zip.end()]);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
