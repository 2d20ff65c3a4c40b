import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '#shared/core/refusal.ts';
import { goInside, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { settled } from '#tests/kit/seen.ts';
import { tier } from '#tests/kit/tiers.ts';

/**
 * What people write is shown as they wrote it and never run: pieces of script as names, notes, messages and reasons, by real commands,
 * then the screens that show them. The gate sees one screen of each kind, the full run those on which these records stand, the larger tiers
 * every screen.
 */
const scripts = [
  '<img src=x onerror=xss()>',
  '"><svg onload=xss()>',
  '<script>xss()</script>',
  '<iframe srcdoc="<script>parent.xss()</script>">',
  '<a href="javascript:xss()">here</a>',
  "';xss();//",
  '</title><script>xss()</script>',
  '{{constructor.constructor("xss()")()}}',
  '&lt;img src=x onerror=xss()&gt;',
] as const;
const masters = ['department', 'manufacturer', 'brand', 'campaign', 'designation'] as const;

let server: TestServer;
let browser: Browser;
let admin: Person;
const taken = new Map<string, number>();
const takes = (kind: string, { status }: { readonly status: number }): void => {
  expect(status, kind).toBeLessThan(500);
  if (status === 200) taken.set(kind, (taken.get(kind) ?? 0) + 1);
};

beforeAll(async () => {
  server = await openTestServer({ realTime: true });
  browser = await openBrowser();
  admin = await server.signIn('admin');
  const from = server.clock.now();
  const at = (minutes: number): string => new Date(from + minutes * 60_000).toISOString();
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  for (const [n, text] of scripts.entries()) {
    const handled = await server.server.handle({
      stream: `signup-${90_000 + n}`,
      command: 'receive',
      viewer: server.server.access.sourceViewer('customer'),
      correlationId: 'test',
      sourceKey: `customer:signup:${90_000 + n}:1`,
      input: {
        version: 1,
        ...{ modifiedAt: at(0), status: 'submitted', pooId: 1, submittedAt: at(0) },
        applicant: { name: 'Anita Rao', phone: `555${String(n).padStart(7, '0')}`, language: 'en' },
        address: { line: `${text} Main Road`, landmark: text, pincode: '560011' },
        patients: [
          { name: 'Anita Rao', relation: 'self', dob: '1960-01-01', gender: 'female', diagnoses: [text] },
        ],
        consents: { care: consent, calling: consent, dataProcessing: consent },
      },
    });
    takes('signup', { status: isRefusal(handled) ? handled.status : 200 });
    takes('message', await admin.command(`chatroom-about-signup-${90_000 + n}`, 'say', { text }));
    takes(
      'entry',
      await admin.command(`calendarentry-${randomUUID()}`, 'add', {
        title: text,
        from: at(n * 5),
        to: at(n * 5 + 60),
        note: text,
      }),
    );
    for (const name of masters)
      takes(
        name,
        await admin.command(`master-${name}-new`, 'create', {
          fields: { vCode: `XS-${n}`, vName: text, vDescription: text },
        }),
      );
    const requested = await server.server.handle({
      stream: 'approval-new',
      command: 'request',
      viewer: server.server.access.systemViewer('test'),
      correlationId: 'test',
      input: {
        ...{
          kind: 'appReScheduleApproval',
          entity: 'appReScheduleApproval',
          subjectEmpId: 151,
          pooId: 1,
          reason: 'reschedule',
          amount: null,
        },
        subject: { stream: 'appointment-2001', ref: `XS-${n}`, version: 1 },
        requestedBy: { empId: 102, name: 'Divya Shenoy' },
        ...{ text, before: { at: at(0), assigned: text }, after: { at: at(60), assigned: text } },
        ...{
          steps: [{ rule: 'manager' }],
          slaMinutes: 30,
          expiresAt: '2030-01-01T00:00:00.000Z',
          onReject: null,
          autoGrant: false,
        },
        onApprove: {
          stream: 'appointment-2001',
          command: 'applyReschedule',
          input: { requestId: 'none', subjectVersion: 1 },
        },
      },
    });
    takes('approval', { status: isRefusal(requested) ? requested.status : 200 });
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Elements that only one of our scripts can have made. */
const planted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'img[src="x"], svg[onload], iframe, script:not([src]), a[href^="javascript:"], [onerror], [onload]',
      ),
    ].map((one) => one.outerHTML.slice(0, 120)),
  );

async function everyPath(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const areas = menu.getByRole('button', { expanded: false });
  await areas.first().waitFor();
  for (let left = await areas.count(); left > 0; left = await areas.count()) await areas.first().click();
  return menu
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => decodeURI(link.getAttribute('href')!.split(/[?#]/)[0]!)));
}

it(
  'pieces of script in names, notes, messages and reasons are text on a screen of each kind',
  { tags: ['gate'] },
  () => isText(masters.slice(0, 1), 1),
);
it('pieces of script in names, notes, messages and reasons are text on every screen that shows them', () =>
  isText(masters, tier() === 'small' ? 3 : scripts.length));

async function isText(some: readonly string[], rooms: number): Promise<void> {
  expect([...taken.keys()].toSorted()).toEqual(
    expect.arrayContaining(['approval', 'entry', 'message', 'signup']),
  );
  expect([...taken.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(4 * scripts.length);
  const found: string[] = [];
  const { page, context, faults } = await signInPage(browser, server, 'admin', '/dashboard');
  await context.exposeFunction('xss', () => void found.push(`script ran on ${page.url()}`));
  await context.exposeFunction('violated', (what: string) => void found.push(`${what} on ${page.url()}`));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { violated(what: string): void }).violated(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    ),
  );
  page.on('dialog', (dialog) => {
    found.push(`a dialog on ${page.url()}`);
    void dialog.dismiss();
  });
  await page.goto(`${server.url}/dashboard`);
  const all = await everyPath(page);
  const named = some
    .filter((name) => taken.has(name))
    .flatMap((name) => all.filter((path) => path.toLowerCase().includes(name)));
  const core = [
    '/outBound/signup-queue',
    '/approvals/appReScheduleApproval',
    '/inbox',
    '/calendar',
    '/chat',
    '/charts',
    '/dashboard',
    ...named,
  ];
  const paths = [
    ...new Set(
      tier() === 'small'
        ? core.filter((path) => all.includes(path) || !path.startsWith('/approvals/'))
        : [...core, ...all],
    ),
  ];
  const read: string[] = [];
  for (const path of paths) {
    await goInside(page, path);
    await settled(page);
    for (const one of await planted(page)) found.push(`${path}: ${one}`);
    if ((await page.locator('main').innerText()).includes('xss()')) read.push(path);
  }
  // A record, opened: its panel, and what is said about it.
  for (let n = 0; n < rooms; n += 1) {
    await page.goto(`${server.url}/chat?room=about-signup-${90_000 + n}`);
    await page.getByText('xss()').first().waitFor();
    for (const one of await planted(page)) found.push(`message ${n}: ${one}`);
    read.push(`/chat ${n}`);
  }
  await page.goto(`${server.url}/outBound/signup-queue`);
  await page.locator('.ag-row').first().click();
  await page.locator('.ops-panel').waitFor();
  for (const one of await planted(page)) found.push(`panel: ${one}`);
  console.log(
    `${[...taken].map(([kind, n]) => `${kind} ${n}`).join(', ')} taken; ${paths.length} screens opened, the text itself read on ${read.join(', ')}`,
  );
  expect(found).toEqual([]);
  expect(read).toEqual(
    expect.arrayContaining(['/calendar', ...named, ...Array.from({ length: rooms }, (_, n) => `/chat ${n}`)]),
  );
  expect(faults).toEqual([]);
}
