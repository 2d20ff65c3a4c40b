import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PushMessage } from '#shared/streams/notices/push-wire.ts';
import { requestOfTeamLead } from '#tests/kit/approval-request.ts';
import { axeFindings, openBrowser, openContext, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { openPushReceiver, type PushReceiver } from '#tests/kit/push-receiver.ts';
import { shown } from '#tests/kit/seen.ts';

let server: TestServer;
let browser: Browser;
let receiver: PushReceiver;
let agent: Person;

beforeAll(async () => {
  receiver = await openPushReceiver();
  server = await openTestServer({ realTime: true, env: { PUSH_LOOPBACK: 'on', UNDO_SECONDS: '600' } });
  browser = await openBrowser();
  agent = await server.signIn('agent1');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await receiver?.close();
});

const prompt = () => requestOfTeamLead(server, { empId: agent.empId, name: 'Ravi Kulkarni' });
const types = async (stream: string): Promise<string[]> =>
  (await server.server.log.readStream(stream)).map(({ type }) => type);
const notice = (empId: number, message: string, more: object = {}) =>
  server.server.handle({
    stream: `notice-${empId}`,
    command: 'push',
    input: {
      message,
      values: { name: 'Divya Shetty', room: 'Morning round', ref: 'SG-000301' },
      icon: 'message',
      route: '/chat',
      color: 'blue',
      ...more,
    },
    viewer: server.server.access.systemViewer('test'),
    correlationId: 'notices-journey',
  });

/**
 * The test's receiver acts as the browser's push service: it supplies the address that a headless browser
 * lacks; the rest is the browser's own.
 */
async function withPushService(context: BrowserContext, name: string): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await context.addInitScript((given) => {
    let turnedOn = sessionStorage.getItem('test-push') === 'on';
    const subscription = (key: ArrayBuffer | null) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: key },
      toJSON: () => given,
      unsubscribe: async () => {
        sessionStorage.removeItem('test-push');
        turnedOn = false;
        return true;
      },
    });
    let key: ArrayBuffer | null = null;
    PushManager.prototype.subscribe = async (options?: PushSubscriptionOptionsInit) => {
      key = (options!.applicationServerKey as Uint8Array<ArrayBuffer>).buffer;
      sessionStorage.setItem('test-push', 'on');
      turnedOn = true;
      return subscription(key) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () =>
      turnedOn ? (subscription(key) as unknown as PushSubscription) : null;
  }, receiver.browser(name));
}

/** The service worker of this context, and a connection to deliver pushes as the push service would. */
async function workerOf(
  context: BrowserContext,
  page: Page,
): Promise<{ deliver(message: unknown): Promise<void>; session: CDPSession }> {
  const session = await context.newCDPSession(page);
  const registrations = new Map<string, string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) => {
    for (const one of all)
      if (!one.isDeleted) registrations.set(new URL(one.scopeURL).origin, one.registrationId);
  });
  await session.send('ServiceWorker.enable');
  await shown(() => registrations.get(new URL(server.url).origin)).toBeDefined();
  /**
   * The number of notifications the worker has shown. They are only queried afterwards: Chromium loses one
   * that is queried while it is being shown.
   */
  const notifications = (): Promise<number> =>
    worker(context).evaluate(() => {
      const scope = self as unknown as ServiceWorkerGlobalScope & { shown?: number };
      if (scope.shown === undefined) {
        scope.shown = 0;
        const show = scope.registration.showNotification.bind(scope.registration);
        scope.registration.showNotification = async (...given) => {
          await show(...given);
          scope.shown! += 1;
        };
      }
      return scope.shown;
    });
  return {
    session,
    deliver: async (message) => {
      const before = await notifications();
      const registrationId = registrations.get(new URL(server.url).origin)!;
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: server.url,
        registrationId,
        data: typeof message === 'string' ? message : JSON.stringify(message),
      });
      await shown(notifications).toBeGreaterThan(before);
    },
  };
}

interface OnScreen {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}
const worker = (context: BrowserContext) => context.serviceWorkers()[0]!;
const onScreen = (context: BrowserContext): Promise<OnScreen[]> =>
  worker(context).evaluate(async () =>
    (await (self as unknown as ServiceWorkerGlobalScope).registration.getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      actions: ((one as unknown as { actions: { title: string }[] }).actions ?? []).map(({ title }) => title),
    })),
  );

/**
 * Clicks the shown notification and resolves when the worker has handled it. A real click may also open
 * windows, which this one may not.
 */
const touch = (context: BrowserContext, action: string): Promise<void> =>
  worker(context).evaluate(async (what) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    const event = new NotificationEvent('notificationclick', { notification: notification!, action: what });
    let work: Promise<unknown> = Promise.resolve();
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => (work = promise) });
    scope.dispatchEvent(event);
    await work.catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'InvalidAccessError') throw error;
    });
  }, action);

/** Hands a push to the worker until its notification stands: a push that is lost is sent again, as a push service does. */
async function arrives(
  context: BrowserContext,
  { deliver }: { deliver(message: unknown): Promise<void> },
  message: unknown,
  wanted: object,
): Promise<void> {
  await shown(async () => {
    await deliver(message);
    return expect
      .poll(() => onScreen(context), { timeout: hung.wait / 10 })
      .toEqual(expect.arrayContaining([expect.objectContaining(wanted)]))
      .then(
        () => true,
        () => false, // handed over once more
      );
  }, JSON.stringify(wanted)).toBe(true);
}

const pushed = async (id: string): Promise<PushMessage> => {
  const about = (): PushMessage | undefined =>
    receiver.received.find(({ message }) => message.route === `/approvals?id=${id}`)?.message;
  await shown(about).toBeDefined();
  return about()!;
};

it(
  'turned on for this device, a decision arrives as a push and is approved from it once without an open console, then undone from the next one',
  { tags: ['gate'] },
  async () => {
    const context = await openContext(browser, { viewport: { width: 1440, height: 900 } });
    await withPushService(context, 'lead');
    const { page } = await signInPage(
      { newContext: async () => context },
      server,
      'lead',
      '/profile/settings',
    );
    await shown(() => context.serviceWorkers().length).toBe(1);
    await page.getByText('only while the console is open').first().waitFor();
    await page.getByRole('button', { name: 'Turn on for this device' }).click();
    await page.getByText('Notifications are on for this device.').first().waitFor();
    const lead = await server.signIn('lead');
    expect((await lead.get('/push/subscriptions')).body).toHaveLength(1);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Sent to the panel and to 1 device.').first().waitFor();
    await shown(() => receiver.received.map(({ message }) => message.title)).toContain(
      'This is how a notification reaches you',
    );
    await page.reload();
    await page.getByText('also when the console is closed').first().waitFor();

    const blank = await context.newPage();
    const push = await workerOf(context, blank);
    await page.close();
    const { id, request } = await prompt();
    const message = await pushed(id);
    await arrives(context, push, message, {
      title: 'A decision is requested from you',
      actions: ['Approve', 'Reject'],
    });
    expect((await onScreen(context))[0]!.body).toContain('Slot: ');
    await touch(context, 'approve');
    expect(await onScreen(context)).toMatchObject([{ title: 'Approved', actions: ['Undo', 'Open'] }]);
    const event = (await server.server.log.readStream(request)).find(
      ({ type }) => type === 'ApprovalStepApproved',
    )!;
    expect(event).toMatchObject({ actor: { empId: lead.empId }, data: { via: 'push' } });
    await touch(context, 'undo');
    expect(await onScreen(context)).toMatchObject([{ title: 'Undone', actions: ['Open'] }]);
    expect((await types(request)).at(-1)).toBe('ApprovalDecisionUndone');

    await arrives(context, push, message, { actions: ['Approve', 'Reject'] });
    await touch(context, 'approve');
    const [refused] = await onScreen(context);
    expect(refused).toMatchObject({ title: 'Nothing was decided', actions: ['Open'] });
    expect(refused!.body).toContain('already answered');
    expect((await types(request)).filter((type) => type === 'ApprovalStepApproved')).toHaveLength(1);
  },
);

it('a stale request is refused with the change, and a garbled push or a missing server neither decides nor breaks anything', async () => {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } });
  await withPushService(context, 'stale');
  const { page } = await signInPage({ newContext: async () => context }, server, 'lead', '/profile/settings');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await page.getByText('Notifications are on for this device.').first().waitFor();
  const push = await workerOf(context, page);
  const from = receiver.received.length;
  const { id, request } = await prompt();
  await shown(
    () =>
      receiver.received.slice(from).filter(({ path, message }) => path.includes('stale') && message.token)
        .length,
  ).toBeGreaterThan(0);
  const { message } = receiver.received
    .slice(from)
    .find((one) => one.path.includes('stale') && one.message.route.endsWith(`=${id}`))!;
  const lead = await server.signIn('lead');
  expect((await lead.command(request, 'requestInfo', { question: 'Which day suits?' })).status).toBe(200);
  expect((await agent.command(request, 'answerInfo', { answer: 'The later one' })).status).toBe(200);
  await arrives(context, push, message, { actions: ['Approve', 'Reject'] });
  await touch(context, 'approve');
  const [refused] = await onScreen(context);
  expect(refused).toMatchObject({ title: 'Nothing was decided', actions: ['Open'] });
  expect(refused!.body).toContain('Ravi Kulkarni');

  await arrives(
    context,
    push,
    {
      ...message,
      token: 'A'.repeat(43),
      tag: message.tag,
      translations: { ...message.translations },
    },
    { actions: ['Approve', 'Reject'] },
  );
  await context.setOffline(true);
  await worker(context).evaluate(() =>
    Object.assign(self, { fetch: () => Promise.reject(new TypeError('no line')) }),
  );
  await touch(context, 'approve');
  expect((await onScreen(context))[0]).toMatchObject({
    title: 'Nothing was decided',
    body: expect.stringContaining('did not answer'),
  });
  await context.setOffline(false);
  await arrives(context, push, '{ not json', { title: 'Ops Console' });
  expect(await types(request)).not.toContain('ApprovalStepApproved');
});

it('a rejection from the push goes to its row in the open console and asks for the reason', async () => {
  const context = await openContext(browser, { viewport: { width: 1440, height: 900 } });
  await withPushService(context, 'reject');
  const { page, faults } = await signInPage(
    { newContext: async () => context },
    server,
    'lead',
    '/profile/settings',
  );
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await page.getByText('Notifications are on for this device.').first().waitFor();
  const push = await workerOf(context, page);
  const { id, request } = await prompt();
  await arrives(context, push, await pushed(id), { actions: ['Approve', 'Reject'] });
  await touch(context, 'reject');
  await shown(() => new URL(page.url()).pathname).toBe('/approvals');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not this week, please');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await shown(async () => (await types(request)).at(-1)).toBe('ApprovalStepRejected');
  await shown(() => new URL(page.url()).searchParams.get('act')).toBeNull();
  expect(await types(request)).not.toContain('ApprovalStepApproved');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await shown(() => new URL(page.url()).pathname).toBe('/login/default');
  await shown(() => page.evaluate(() => sessionStorage.getItem('test-push'))).toBeNull();
  const { rows } = await server.server.pool.query('select 1 from push_subscriptions where endpoint = $1', [
    receiver.browser('reject').endpoint,
  ]);
  expect(rows).toEqual([]);
  expect(faults).toEqual([]);
});

it(
  'inbox items are closed: a decision by itself, a mention by hand, news by being read',
  { tags: ['gate'] },
  async () => {
    const lead = await server.signIn('lead');
    const { id, request } = await prompt();
    await notice(lead.empId, 'chatMention', { dedupeKey: `m${id}` });
    await notice(lead.empId, 'approvalGranted', {
      dedupeKey: `g${id}`,
      values: { ref: `AP-${id.padStart(6, '0')}` },
    });
    const { page, faults } = await signInPage(browser, server, 'lead', '/inbox');
    const open = page.getByRole('list', { name: 'Open items' });
    const decision = open
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: new RegExp(`AP-${id.padStart(6, '0')}`) }) })
      .filter({ hasText: 'Decisions' });
    await decision
      .getByRole('link', { name: /Ravi Kulkarni asks for your decision/ })
      .first()
      .waitFor();
    const mention = open
      .getByRole('listitem')
      .filter({ hasText: 'Divya Shetty mentioned you in Morning round' })
      .first();
    await mention.getByRole('button', { name: /^Mark as done/ }).click();
    await shown(() => page.getByRole('button', { name: /^Done: Divya Shetty/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);

    await page.locator('.sh-inbox-type input').click();
    await page.getByRole('option', { name: /^Decisions/ }).click();
    await shown(() => open.getByRole('listitem').filter({ hasText: 'News' }).count()).toBe(0);
    await shown(() => new URL(page.url()).searchParams.get('type')).toBe('decide');
    expect((await lead.command(request, 'approveStep', { step: 1 })).status).toBe(200);
    await decision.waitFor({ state: 'detached' });
    await page.goto(`${server.url}/inbox?show=done`);
    const done = page.getByRole('list', { name: 'Done items' });
    await done
      .getByRole('link', { name: new RegExp(`AP-${id.padStart(6, '0')}`) })
      .first()
      .waitFor();
    await done
      .getByRole('button', { name: /^Reopen: Divya Shetty/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('All marked as read').first().waitFor();
    await done.getByText(`AP-${id.padStart(6, '0')} was approved automatically`).waitFor();
    expect(faults).toEqual([]);
  },
);

it('kinds by channel and quiet hours are stored on the server and honoured there', async () => {
  const doctor = await server.signIn('doctor');
  const { page, faults } = await signInPage(browser, server, 'doctor', '/profile/settings');
  const box = page.getByRole('checkbox', { name: 'Someone mentions me in a chat: Panel' });
  const wanted = !(await box.isChecked());
  await box.setChecked(wanted);
  await page.getByRole('textbox', { name: 'From' }).fill('9:00');
  await page.getByText('Enter both times as hh:mm, or leave both empty.').first().waitFor();
  await shown(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'From' }).fill('00:00');
  await page.getByRole('textbox', { name: 'Until' }).fill(wanted ? '23:58' : '23:59');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  expect(
    (await axeFindings(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical'),
  ).toEqual([]);
  await page.reload();
  await shown(() => box.isChecked()).toBe(wanted);
  await notice(doctor.empId, 'chatMention', { dedupeKey: `q${Date.now()}` });
  const rows = (await doctor.get('/feeds/notifications/me')).body.rows as {
    seq: number;
    panel: boolean;
    sound: boolean;
  }[];
  expect(rows.toSorted((a, b) => b.seq - a.seq)[0]).toMatchObject({ panel: wanted, sound: false });
  await page.getByRole('button', { name: 'No quiet hours' }).click();
  await page.getByRole('button', { name: 'Use defaults' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await shown(
    async () =>
      ((await doctor.get('/feeds/preferences/me')).body.rows as { value: { quietFrom: string | null } }[])[0]
        ?.value.quietFrom,
  ).toBeNull();
  expect(faults).toEqual([]);
});
