import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samplePdf } from '#server/demo/sample-pdf.ts';
import { axeFindings, openBrowser, signInPage, type PageOptions } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { absent, shown } from '#tests/kit/seen.ts';

/** PDF documents of a customer: rendered in place, and nothing else. */
let server: TestServer;
let browser: Browser;
let customerId: number;
beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  const admin = await server.signIn('admin');
  const { rows } = (await admin.get('/masters-list/customerMasterV2?records=500')).body as {
    rows: { id: number; iStatus: 0 | 1; fields: Record<string, any> }[];
  };
  customerId = rows.find(
    ({ iStatus, fields }) => iStatus === 1 && fields['iPooId'] === 1 && !fields['documents'],
  )!.id;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Uploads a PDF for the customer, as `verifier`. */
async function bring(name: string, bytes: Buffer): Promise<void> {
  const keeper = await server.signIn('verifier');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { cookie: keeper.cookie, authtoken: keeper.token, 'idempotency-key': randomUUID() };
  const sent = await fetch(`${server.url}/file?for=customer-${customerId}`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { fileId } = (await sent.json()) as { fileId: string };
  expect(
    (await keeper.command(`customer-${customerId}`, 'addDocument', { fileId, documentId: 1 })).status,
  ).toBe(200);
}

interface Opened {
  readonly page: Page;
  /** The addresses the page requested, and its policy violations. */
  readonly requested: Set<string>;
  forbidden(): Promise<readonly string[]>;
  readonly faults: readonly string[];
}
async function openPaper(name: string, options: PageOptions = {}): Promise<Opened> {
  const { page, context, faults } = await signInPage(
    browser,
    server,
    'verifier2',
    `/masters/customerMasterV2?row=${customerId}`,
    options,
  );
  const requested = new Set<string>();
  context.on('request', (request) => requested.add(new URL(request.url()).origin));
  page.on(
    'dialog',
    (dialog) => void dialog.dismiss().then(() => requested.add(`a dialog: ${dialog.message()}`)),
  );
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { forbidden: seen });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  const paper = page.locator('.ops-panel').getByRole('listitem').filter({ hasText: name });
  await paper.getByRole('button').click();
  return {
    page,
    requested,
    faults,
    forbidden: () => page.evaluate(() => (window as unknown as { forbidden: string[] }).forbidden),
  };
}
/** The share of the sheet's pixels that are not white, once this page is shown. */
async function inked(page: Page, number: number): Promise<number> {
  const sheet = page.locator(`.ops-sheet[data-drawn="${number}"]`);
  await sheet.waitFor();
  return sheet.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 128) dark += 1;
    return dark / (data.length / 4);
  });
}
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it('a PDF is shown page by page in the dialog, rotated and zoomed, on a desktop and on a phone', async () => {
  await bring('bill.pdf', samplePdf([['Demo document – proof of address', 'First side'], ['Second side']]));
  const { page, faults, forbidden } = await openPaper('bill.pdf');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'Page 1 of 2 of bill.pdf' }).waitFor();
  const first = await inked(page, 1);
  expect(first).toBeGreaterThan(0.001);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByText('Page 2 of 2', { exact: true }).waitFor();
  expect(await inked(page, 2)).not.toBe(first);
  await shown(() => dialog.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  const size = () =>
    page
      .locator('.ops-sheet[data-drawn]')
      .evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight] as const);
  const [wide, high] = await size();
  expect(high).toBeGreaterThan(wide);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await shown(async () => (await size())[1] < (await size())[0]).toBe(true);
  await dialog.getByRole('button', { name: 'Larger' }).click();
  await shown(async () => (await size())[0]).toBeGreaterThan(1.8 * wide);
  expect(await forbidden()).toEqual([]);

  const small = await openPaper('bill.pdf', { width: 390, height: 844, language: 'es', scheme: 'dark' });
  await small.page.getByRole('img', { name: 'Página 1 de 2 de bill.pdf' }).waitFor();
  expect(await inked(small.page, 1)).toBeGreaterThan(0.001);
  expect(await axeFindings(small.page)).toEqual([]);
  expect(await overflow(small.page)).toBeLessThanOrEqual(0);
  expect([...faults, ...small.faults]).toEqual([]);
});

it(
  'nothing that a PDF would run, open or fetch is run, opened or fetched, without a policy violation',
  { tags: ['gate'] },
  async () => {
    const evil = `/OpenAction << /S /JavaScript /JS (app.alert\\('run'\\); app.launchURL\\('https://evil.example/js'\\);) >> /AA << /WC << /S /URI /URI (https://evil.example/aa) >> >>`;
    const link =
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (https://evil.example/link) >> >>]';
    const plain = samplePdf([['A paper that would do more']]).toString('latin1');
    // Longer than its table states: a reader rebuilds the table, as it does for real-world files.
    await bring(
      'evil.pdf',
      Buffer.from(
        plain
          .replace('/Type /Catalog', `/Type /Catalog ${evil}`)
          .replace('/Type /Page /', `/Type /Page ${link} /`),
        'latin1',
      ),
    );
    const { page, requested, faults, forbidden } = await openPaper('evil.pdf');
    expect(await inked(page, 1)).toBeGreaterThan(0.001);
    await page.getByRole('dialog').getByRole('button', { name: 'Larger' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Smaller' }).waitFor();
    expect(await inked(page, 1)).toBeGreaterThan(0.001);
    expect([...requested]).toEqual([server.url]);
    expect(page.context().pages()).toHaveLength(1);
    await shown(() => page.locator('iframe, embed, object').count()).toBe(0);
    expect(await forbidden()).toEqual([]);
    expect(faults).toEqual([]);
  },
);

it('a PDF whose picture is a JPEG 2000 shows it, without WebAssembly', async () => {
  // 8 × 8 pixels, all black.
  const picture = Buffer.from(
    '/0//UQApAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAABBwEB/1IADAAAAAEAAwQEAAH/XAANQEBISFBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAVAAH/k9+ACAeAgID/2Q==',
    'base64',
  );
  const draws = 'q 200 0 0 200 0 0 cm /I Do Q';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${draws.length} >>\nstream\n${draws}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /Filter /JPXDecode /Length ${picture.length} >>\nstream\n${picture.toString('latin1')}\nendstream`,
  ];
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('');
  await bring('scan.pdf', Buffer.from(`%PDF-1.5\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1'));
  const { page, faults, forbidden } = await openPaper('scan.pdf');
  expect(await inked(page, 1)).toBeGreaterThan(0.9);
  expect(await forbidden()).toEqual([]);
  expect(faults).toEqual([]);
});

it('an invalid or broken PDF is reported as such, and can still be saved', async () => {
  await bring('broken.pdf', Buffer.from('%PDF-1.7\nnothing of what it says'));
  const { page, faults } = await openPaper('broken.pdf');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This PDF cannot be read: the file is damaged or is not a PDF.').waitFor();
  await shown(() => dialog.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe(
    'broken.pdf',
  );
  await absent(
    dialog.getByRole('button', { name: 'Rotate' }),
    dialog.getByRole('link', { name: 'Download' }),
  );
  expect(faults).toEqual([]);
});
