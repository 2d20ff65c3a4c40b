/** A4, in points. */
const [width, height] = [595, 842];
const large = 26;
const small = 13;

/** A text as a PDF string in WinAnsi; beyond ASCII it maps the dash of the demo's titles. */
const quoted = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&').replaceAll('–', '\\226')})`;

/**
 * A PDF with one page per list of lines: the first line large, SAMPLE in grey across the middle. Written by
 * hand, without a library.
 */
export function samplePdf(pages: readonly (readonly string[])[]): Buffer {
  const streams = pages.map((lines, n) => {
    const written = lines.map((line, at) => {
      const size = at === 0 ? large : small;
      return `BT /F1 ${size} Tf 60 ${height - 100 - (at === 0 ? 0 : 30 + at * 22)} Td ${quoted(line)} Tj ET`;
    });
    const foot = `BT /F1 ${small} Tf 60 60 Td ${quoted(`Page ${n + 1} of ${pages.length}`)} Tj ET`;
    return [
      '0.85 g BT /F1 96 Tf 0.8 0.6 -0.6 0.8 120 260 Tm (SAMPLE) Tj ET',
      '0.15 g',
      ...written,
      foot,
    ].join('\n');
  });
  const firstPage = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, n) => `${firstPage + n * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...streams.flatMap((stream, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + n * 2 + 1} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, n) => {
    const start = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = text.length;
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
