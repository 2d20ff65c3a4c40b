import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { sign } from '#server/sources/signature.ts';
import { bringChromium, chromiumFlags } from './chromium.ts';
import { witness } from './evidence.ts';
import type { TestServer } from './server.ts';
import { hung } from './patience.ts';
import { settled } from './seen.ts';

/** A Chromium for one file of journeys; close it at the end. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(new URL('../../web/dist/index.html', import.meta.url)))
    throw new Error('The console is not built: run "node server/runtime/prepare.mjs --web" first.');
  return chromium.launch({ executablePath: bringChromium(), args: [...chromiumFlags] });
}

export interface SignedIn {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The page's exceptions and console errors. */
  readonly faults: string[];
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'es';
  readonly look?: Readonly<Record<string, unknown>>;
  readonly scheme?: 'light' | 'dark';
  /** With animations: for tests of what somebody meets while the page moves. */
  readonly motion?: boolean;
  /** Installs the service worker, which fetches the whole shell once: for tests of the worker. */
  readonly worker?: boolean;
}

/** A browser of its own, without animations and with the one patience; within a test it closes when that ends, and one that failed leaves what it showed. */
export async function openContext(
  browser: Pick<Browser, 'newContext'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(hung.wait);
  const current = TestRunner.getCurrentTest();
  if (current === undefined) return context;
  const { keep } = witness(context);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keep(task.file.name, task.name);
    await context.close();
  });
  return context;
}

/**
 * Signs a demo account in, in a browser context of its own, and waits for the requested page. The form
 * itself is covered by `access`, `a-day-by-keyboard` and `new-version`.
 */
export async function signInPage(
  browser: Pick<Browser, 'newContext'>,
  server: Pick<TestServer, 'url'>,
  login: string,
  path: string,
  options: PageOptions = {},
): Promise<SignedIn> {
  const context = await openContext(browser, {
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
    serviceWorkers: options.worker ? 'allow' : 'block',
  });
  await context.addInitScript(
    ({ language, look }) => {
      localStorage.setItem('ops-language', language);
      if (look) localStorage.setItem('ops-look', JSON.stringify(look));
    },
    { language: options.language ?? 'en', look: options.look ?? null },
  );
  const answer = await context.request.post(`${server.url}/employee/api/v2/SignIn/login`, {
    data: { loginId: login, password: 'Demo@1234' },
  });
  if (!answer.ok()) throw new Error(`${login} could not sign in: ${answer.status()} ${await answer.text()}`);
  const page = await context.newPage();
  // Once per tab, so that a later sign-out lasts. The tab's name is the only thing that sign-out does not
  // clear.
  await page.addInitScript(
    (token) => {
      if (window.name !== '') return;
      window.name = 'signed in';
      sessionStorage.setItem('ops-authtoken', token);
    },
    ((await answer.json()) as { authtoken: string }).authtoken,
  );
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(server.url + path);
  await screenReady(page);
  return { context, page, faults };
}

/** Navigates like a link inside the console, without a reload; resolves when the screen has its data. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await screenReady(page);
}

/**
 * The screen of the address bar stands, or the word that it may not be seen, and nothing in it is still loading. While a screen is being
 * fetched the one before it stands there whole, at an address that is no longer its own.
 */
export async function screenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const shown = document.querySelector('.sh-screen');
    // Outside of the frame: the sign-in, and an address that leads nowhere.
    if (shown === null) return document.querySelector('.sh-auth main > :not(.sh-auth-brand)') !== null;
    const whole = (at: string): string => new URL(at, location.href).href;
    const here = whole(shown.getAttribute('data-at')!) === whole(location.pathname + location.search);
    return here && shown.firstElementChild !== null && document.querySelector('main .ops-skeleton') === null;
  });
}

export interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly string[];
}

/** What axe finds wrong on the page, once it stands still. */
export async function axeFindings(page: Page): Promise<AxeFinding[]> {
  await settled(page);
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.detach();
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    }));
  });
}

/** A secret for one service; pass it to the server as `WEBHOOK_SECRET_<NAME>`. */
export function webhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Sends one message as the service itself would. */
export async function sendWebhook(
  server: Pick<TestServer, 'url' | 'clock'>,
  service: Service,
  secret: string,
  message: SourceMessage,
): Promise<{ status: number; body: string }> {
  const body = JSON.stringify(message);
  const response = await fetch(`${server.url}/relay/webhooks/${service}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sign(secret, randomUUID(), server.clock.now(), body) },
    body,
  });
  return { status: response.status, body: await response.text() };
}

/** A complete sign-up as the customer service sends it. */
export function signupMessage(server: Pick<TestServer, 'clock'>, id: number, name: string): SourceMessage {
  const now = new Date(server.clock.now()).toISOString();
  const phone = `555${String(4_000_000 + id).padStart(7, '0')}`;
  return {
    service: 'customer',
    entity: 'signup',
    id,
    version: 1,
    modifiedAt: now,
    change: 'submitted',
    data: {
      iPooId: 1,
      vCustFname: name,
      vCustLname: 'Rao',
      vPhone: phone,
      vEmail: `case${id}@care.example`,
      dDob: '1961-04-02',
      vGender: 'female',
      vLanguage: 'kn',
      vAddress: `${id}, 4th Cross`,
      vPincode: '560011',
      patients: [
        {
          vPatientName: `${name} Rao`,
          vRelation: 'self',
          dDob: '1961-04-02',
          vGender: 'female',
          diagnoses: ['Hypertension'],
        },
      ],
      consents: { care: true, calling: true, dataProcessing: true },
      vStatus: 'submitted',
      dSubmittedAt: now,
      bOtpVerified: false,
    },
  };
}
