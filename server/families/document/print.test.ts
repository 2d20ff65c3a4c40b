import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { scripts, type Script } from '#shared/core/scripts.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import { documentPdf, pdfOf } from './print.ts';
import { inTypefaces, typefaceFile, typefaces } from './typefaces.ts';

const names: Readonly<Record<Script, readonly string[]>> = {
  devanagari: ['राजेश्वर कुलकर्णी', 'श्री त्र्यंबक ज्ञानेश्वर', 'कृष्णमूर्ति', 'ऑक्सिजन', 'फ़ारूक़'],
  kannada: ['ಕೃಷ್ಣಮೂರ್ತಿ', 'ಶ್ರೀ ಲಕ್ಷ್ಮೀ', 'ಜ್ಞಾನೇಶ', 'ರ\u200d್ಯಾಮ್', 'ರಾಜ್\u200cಕುಮಾರ್'],
  tamil: ['கிருஷ்ணமூர்த்தி', 'ஸ்ரீ லக்ஷ்மி', 'கோயம்புத்தூர்', 'மௌலி'],
  malayalam: ['കൃഷ്ണൻ', 'ശ്രീ ലക്ഷ്മി', 'രാമന\u0d4d\u200d', 'വർഗ്ഗീസ്', 'സ്ത്രീ'],
  telugu: ['కృష్ణమూర్తి', 'శ్రీ లక్ష్మి', 'వెంకటేశ్వర్లు', 'స్త్రీ'],
};

interface Shown {
  readonly font: string;
  /** Index of the glyph in its font; 0 is .notdef, the empty box. */
  readonly glyph: number;
}
/** The glyphs that the pages draw in embedded fonts. */
async function embeddedGlyphs(pdf: Buffer): Promise<Shown[]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const shown: Shown[] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const { fnArray, argsArray } = await page.getOperatorList();
    let font = '';
    fnArray.forEach((operation, i) => {
      if (operation === OPS.setFont) {
        const { name } = page.commonObjs.get(argsArray[i][0]) as { name: string };
        font = name;
      }
      if (operation === OPS.showText)
        for (const one of argsArray[i][0] as (number | { originalCharCode: number })[])
          if (typeof one === 'object' && !font.startsWith('Helvetica'))
            shown.push({ font, glyph: one.originalCharCode });
    });
  }
  await task.destroy();
  return shown;
}

const paper = (
  to: readonly string[],
  facts: readonly string[] = [],
  { size = 'a4', prints = 1 }: { readonly size?: 'a4' | 'thermal'; readonly prints?: number } = {},
): Promise<Buffer> =>
  documentPdf(
    {
      name: 'dc',
      translations: { en: { one: 'Challan' }, es: { one: 'Albarán' } },
      print: {
        to: () => to,
        facts: () => facts.map((text) => ['print.patient', text]),
        columns: [{ key: 'product', text: ({ product }: { product: string }) => product }],
        signs: [],
      },
    } as unknown as DocumentDef,
    {
      number: 'DC/26/000001',
      stage: 'made',
      madeAt: '2026-11-20T10:00:00.000Z',
      prints,
      lines: to.map((product) => ({ product })),
    } as unknown as DocumentState,
    { language: 'en', paper: size, printedAt: Date.UTC(2026, 10, 20) },
  );

it.each(scripts)('a document with names in %s has a glyph for each of their letters', async (script) => {
  const glyphs = await embeddedGlyphs(await paper(names[script], names[script]));
  expect(glyphs.length).toBeGreaterThan(names[script].join('').length);
  expect(glyphs.filter(({ glyph }) => glyph === 0)).toEqual([]);
});

it('one line with every script takes each run from its own typeface, in both weights', async () => {
  const line = `Asha ${scripts.map((script) => names[script][0]).join(', ')}`;
  const glyphs = await embeddedGlyphs(await paper([line, line]));
  expect(glyphs.filter(({ glyph }) => glyph === 0)).toEqual([]);
  expect([...new Set(glyphs.map(({ font }) => font.replace(/^.*\+/, '')))].toSorted()).toEqual([
    'AnekKannada-Bold',
    'AnekKannada-Regular',
    'AnekMalayalam-Bold',
    'AnekMalayalam-Regular',
    'AnekTeluguMedium-Bold',
    'AnekTeluguMedium-Regular',
    'NotoSansDevanagari-Bold',
    'NotoSansDevanagari-Regular',
    'NotoSansTamil-Bold',
    'NotoSansTamil-Regular',
  ]);
});

it('a document in Latin letters embeds nothing, and its texts are the strings they were', async () => {
  expect(inTypefaces('Asha Rao – ₹ 12, “Café”')).toBe('Asha Rao - Rs  12, ?Café?');
  expect((await paper(['Asha Rao', 'Peenya'])).toString('latin1')).not.toContain('/FontFile');
});

it.each(scripts)(
  'every letter of %s that the runs name has a glyph, whatever stands beside it',
  async (script) => {
    const property = new RegExp(`\\p{Script=${script[0]!.toUpperCase()}${script.slice(1)}}`, 'u');
    const all = Array.from({ length: 0x12000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
      property.test(one),
    );
    const virama = {
      devanagari: '\u094d',
      kannada: '\u0ccd',
      tamil: '\u0bcd',
      malayalam: '\u0d4d',
      telugu: '\u0c4d',
    }[script];
    const text = all.flatMap((one, i) => [
      `${one}\u200d`,
      `${one}${virama}${all[(i * 7 + 3) % all.length]!}`,
    ]);
    const glyphs = await embeddedGlyphs(
      await pdfOf({
        content: [{ text: inTypefaces(text.join(', ')) }],
        defaultStyle: { font: 'Helvetica', fontSize: 4 },
      }),
    );
    expect(glyphs.length).toBeGreaterThan(all.length);
    expect(glyphs.filter(({ glyph }) => glyph === 0)).toEqual([]);
  },
);

it.each(scripts)('the typeface of %s is read once, when first used', (script) => {
  const { normal } = typefaces[script]!;
  expect(normal[0]).toBe(normal[0]);
  expect(readFileSync(typefaceFile(script, 400)).toString('latin1', 0, 4)).toBe('wOFF');
});

it.each([1, 2])('a thermal print is one page however long, at print %i', async (prints) => {
  const long = Array.from({ length: 60 }, (_, n) => `Dolo 500 mg, pack ${n}`);
  const task = getDocument({
    data: new Uint8Array(await paper(long, [], { size: 'thermal', prints })),
    verbosity: 0,
  });
  const document = await task.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(document.numPages).toBe(1);
  expect(page.view[3]).toBeGreaterThan(600);
  expect(text).toContain('pack 59');
  expect(text).toContain('DC/26/000001 - printed');
  expect(text.includes('DUPLICATE')).toBe(prints > 1);
  await task.destroy();
});
