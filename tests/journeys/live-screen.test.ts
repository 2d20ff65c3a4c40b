import type { Browser, BrowserContext, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '#server/demo/accounts.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count, limitFor, seed, tier } from '#tests/kit/tiers.ts';

const queue = '/outBound/signup-queue';
let server: TestServer;
let browser: Browser;
let arrived = 40_000;
beforeAll(async () => {
  // Few may see the queue, and each has five sessions of five connections: for more connections all are
  // admins.
  const everybody = demoAccounts.map(({ empId }) => empId).join(',');
  server = await openTestServer({
    realTime: true,
    ...(count('liveClients') > 100 ? { env: { ADMIN_EMPLOYEE_IDS: everybody } } : {}),
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The number of commits over time: the truth that a screen is compared with. */
interface Commit {
  readonly total: number;
  readonly at: number;
}
let total = 0;
async function arrives(commits: Commit[]): Promise<void> {
  await signupArrives(server, (arrived += 1));
  total += 1;
  commits.push({ total, at: Date.now() });
}

/** Connections that subscribe to the queue without a screen; each counts its changes. */
async function listeners(n: number): Promise<{ received(): number; close(): void }> {
  const lines: WebSocket[] = [];
  let received = 0;
  for (const { login } of demoAccounts) {
    if (lines.length >= n) break;
    if ((await (await server.signIn(login)).get('/feeds/queue/signup-queue')).status !== 200) continue;
    for (let session = 0; session < 4 && lines.length < n; session += 1) {
      const person = await server.signIn(login);
      for (let line = 0; line < 5 && lines.length < n; line += 1) {
        const ws = new WebSocket(`${server.url.replace('http', 'ws')}/ws/feeds`, {
          headers: { cookie: person.cookie },
        });
        lines.push(ws);
        await new Promise<void>((resolve, reject) => {
          ws.on('error', reject).on('close', (code) => reject(new Error(`closed with ${code}`)));
          ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', authtoken: person.token })));
          ws.on('message', (data) => {
            const text = String(data);
            if (text.startsWith('{"type":"hello"'))
              ws.send(JSON.stringify({ type: 'feed:open', feed: 'queue/signup-queue' }));
            else if (text.startsWith('{"type":"feed:opened"')) resolve();
            else if (text.startsWith('{"type":"feed:delta"')) received += 1;
          });
        });
      }
    }
  }
  if (lines.length < n) throw new Error(`Only ${lines.length} lines could be laid, ${n} were wanted.`);
  return {
    received: () => received,
    close: () => lines.forEach((ws) => ws.removeAllListeners('close').terminate()),
  };
}

/** Records on the page itself when each figure of the waiting rows was painted. */
async function notePaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const figure = document.querySelector('.qu-strip .qu-figure b')!;
    const paints: [number, number][] = ((window as unknown as { paints: [number, number][] }).paints = []);
    new MutationObserver(() => {
      const shown = Number(figure.textContent.replaceAll(/\D/g, ''));
      // The frame after the change has been laid out and painted.
      requestAnimationFrame(() => setTimeout(() => paints.push([shown, Date.now()])));
    }).observe(figure, { characterData: true, childList: true, subtree: true });
  });
}
const figureNow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Number(document.querySelector('.qu-strip .qu-figure b')!.textContent.replaceAll(/\D/g, '')),
  );

/**
 * P38. The larger tiers check the goals in one round. The small one shares two cores with another file of
 * journeys, with server, listeners and Chromium in two processes: it takes the best of three rounds and
 * allows four times the goals.
 */
it(
  `P38: live means live: 20 changes a second are painted in time with ${count('liveClients')} connections`,
  async () => {
    const lines = await listeners(count('liveClients'));
    const { page, context, faults } = await signInPage(browser, server, 'admin', queue, { motion: true });
    await page.locator('.ag-row').first().waitFor();
    await notePaints(page);
    const seconds = tier() === 'small' ? 3 : 30;
    const slack = tier() === 'small' ? 4 : 1;
    const most = tier() === 'small' ? 3 : 1;
    const rounds: { p50: number; p95: number; p99: number }[] = [];
    while (rounds.length < most && !rounds.some(good)) {
      await until(
        'the screen stands still',
        async () => {
          const before = await figureNow(page);
          await pause(600);
          return (await figureNow(page)) === before;
        },
        30_000,
      );
      const base = (await figureNow(page)) - total;
      await page.evaluate(() => (window as unknown as { paints: unknown[] }).paints.splice(0));
      const commits: Commit[] = [];
      const from = performance.now();
      const receivedBefore = lines.received();
      for (let i = 0; i < seconds * 20; i += 1) {
        await arrives(commits);
        await pause(Math.max(0, from + (i + 1) * 50 - performance.now()));
      }
      const took = (performance.now() - from) / 1_000;
      await until('all of them are painted', async () => (await figureNow(page)) >= base + total, 30_000);
      await pause(300);
      const paints = await page.evaluate(() => (window as unknown as { paints: [number, number][] }).paints);
      const waits = commits
        .map(
          ({ total: n, at }) =>
            (paints.find(([shown]) => shown >= base + n)?.[1] ?? Number.POSITIVE_INFINITY) - at,
        )
        .sort((a, b) => a - b);
      const at = (part: number): number =>
        waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]!;
      rounds.push({ p50: at(0.5), p95: at(0.95), p99: at(0.99) });
      const received = (lines.received() - receivedBefore) / count('liveClients');
      console.log(
        `${(commits.length / took).toFixed(1)} changes a second, each connection received ${received.toFixed(0)} of ${commits.length}`,
      );
      // Two simultaneous changes are sent in one frame.
      expect(received).toBeGreaterThan(commits.length / 2);
      if (tier() !== 'small') expect(commits.length / took).toBeGreaterThan(18);
    }
    function good({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): boolean {
      return p50 <= 150 * slack && p95 <= 500 * slack && p99 <= 1_000 * slack;
    }
    console.log(
      `commit to paint, ms, ${count('liveClients')} lines beside: ${rounds.map(({ p50, p95, p99 }) => `p50 ${p50} p95 ${p95} p99 ${p99}`).join(' | ')}`,
    );
    lines.close();
    await context.close();
    expect(faults).toEqual([]);
    expect(rounds.some(good), JSON.stringify(rounds)).toBe(true);
  },
  limitFor('liveClients'),
);

/**
 * A closed connection is shown 2 s later; a silent one after 35 s without a frame, plus those 2 s. The rest
 * is for a busy machine.
 */
const receivedMs = 10_000;
const silentMs = 44_000;
/** A slower sample is discarded: the machine was too busy for it. */
const readInTimeMs = 1_000;
const schedules = count('faultSchedules');
/**
 * That many pages are sampled in parallel, each with a session and a connection of its own; a person has at
 * most five sessions.
 */
const lanes = Math.min(12, schedules);
const viewers = ['admin', 'verifier', 'lead', 'verifier2'] as const;
/** In the larger tiers every fifth schedule is one long silence, which takes time to be noticed. */
const isSilent = (n: number): boolean => tier() !== 'small' && n % 5 === 0;

interface Lane {
  readonly proxy: FaultProxy;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
  /** The same person over a connection without faults, as the reference. */
  readonly person: Person;
}
interface Sample {
  readonly at: number;
  readonly shown: number | null;
  readonly live: boolean;
}
/** The result of all schedules. */
interface Tally {
  panels: number;
  notLive: number;
  /** Samples that were too late to count. */
  late: number;
  readonly pretended: string[];
  readonly played: Map<string, number>;
}

async function openLane(login: string, person: Person): Promise<Lane> {
  const proxy = await openFaultProxy({ port: Number(new URL(server.url).port) });
  const url = `http://127.0.0.1:${proxy.port}`;
  return { proxy, url, person, ...(await signInPage(browser, { url }, login, '/dashboard')) };
}

/** Every panel of the page: its figure, if it shows one, and whether it is marked live. */
async function look(
  page: Page,
): Promise<{ at: number; panels: { queue: boolean; shown: number | null; live: boolean }[] }> {
  return page.evaluate(() => ({
    at: Date.now(),
    panels: [...document.querySelectorAll('.st-tile')].map((tile) => {
      const figure = tile.querySelector('.st-number')!.firstChild!.textContent!.replaceAll(/[^\d]/g, '');
      return {
        queue: tile.querySelector('a')!.getAttribute('href')!.endsWith('/signup-queue'),
        shown: figure === '' ? null : Number(figure),
        // A tile without a badge is live.
        live: tile.querySelector('.ops-freshness') === null,
      };
    }),
  }));
}

/** The number of rows in a person's queue besides the received ones. */
async function baseFor(person: Person): Promise<number> {
  for (;;) {
    const before = total;
    const { rows } = (await person.get('/feeds/queue/signup-queue')).body as { rows: unknown[] };
    if (total === before) return rows.length - before;
  }
}

/**
 * Every panel is live with a figure, and that of the queue is right. Waits a moment first, because it is
 * polled.
 */
async function right(page: Page, base: number): Promise<boolean> {
  await pause(100);
  const before = total;
  const { panels } = await look(page);
  const queued = panels.find((panel) => panel.queue);
  return (
    panels.every(({ live, shown }) => live && shown !== null) &&
    queued !== undefined &&
    queued.shown === base + before &&
    total === before
  );
}

/** A pseudo-random generator seeded per schedule. */
function dice(from: number): () => number {
  let state = from;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Random faults for 20 s, or a silence of 50. */
async function play(proxy: FaultProxy, n: number): Promise<string[]> {
  if (isSilent(n)) {
    proxy.faults.blackhole = true;
    await pause(50_000);
    return ['silent'];
  }
  const chance = dice(seed() + n * 7_919);
  const played: string[] = [];
  const end = performance.now() + 20_000;
  const faults: readonly (readonly [string, () => void])[] = [
    ['refused', () => ((proxy.faults.refuse = true), proxy.cut())],
    ['half closed', () => proxy.halfClose()],
    ['late', () => Object.assign(proxy.faults, { latencyMs: 1_500, jitterMs: 500 })],
    ['thin', () => (proxy.faults.bytesPerSecond = 4_000)],
    ['cut', () => proxy.cut()],
  ];
  while (performance.now() < end) {
    const [what, hurt] = faults[Math.floor(chance() * faults.length)]!;
    hurt();
    played.push(what);
    await pause(Math.min(2_000 + chance() * 7_000, Math.max(0, end - performance.now())));
    proxy.heal();
    await pause(1_000);
  }
  return played;
}

/** One schedule with a page loaded for it, sampled three times a second. */
async function playSchedule(
  { proxy, page, url, person }: Lane,
  n: number,
  commits: readonly Commit[],
  tally: Tally,
): Promise<void> {
  await page.goto(`${url}/dashboard`);
  // Including the parts loaded after the first paint: a fault of the connection would block them.
  await page.locator('.sh-account').waitFor();
  const base = await baseFor(person);
  await until(`schedule ${n}: live and right at first`, () => right(page, base), 60_000);

  const started = performance.now();
  const samples: Sample[] = [];
  let over = false;
  const reader = (async () => {
    for (; !over; await pause(300)) {
      const requested = performance.now();
      const { at, panels } = await look(page);
      if (performance.now() - requested > readInTimeMs) {
        tally.late += 1;
        continue;
      }
      for (const { queue: queued, shown, live } of panels) {
        tally.panels += 1;
        if (!live) tally.notLive += 1;
        if (live && shown === null) tally.pretended.push(`schedule ${n}: live without a figure`);
        if (queued) samples.push({ at, shown, live });
      }
    }
  })();
  const [played] = await Promise.all([play(proxy, n).finally(() => (over = true)), reader]);
  const seconds = (performance.now() - started) / 1_000;
  // The silent one is marked before its connection is healed.
  if (isSilent(n)) expect((await look(page)).panels.map(({ live }) => live)).not.toContain(true);
  proxy.heal();
  for (const what of played) tally.played.set(what, (tally.played.get(what) ?? 0) + 1);

  const translations = `schedule ${n} (${played.join(', ')})`;
  const limit = isSilent(n) ? silentMs : receivedMs;
  for (const { at, shown, live } of samples) {
    if (!live || shown === null) continue;
    if (shown - base > total)
      tally.pretended.push(`${translations}: live, and ${shown - base - total} too many`);
    // A shown value was true until the next commit.
    const since = commits.find((commit) => commit.total > shown - base)?.at ?? at;
    if (at - since > limit) tally.pretended.push(`${translations}: live, and ${at - since} ms old`);
  }
  expect(
    samples.length,
    `${translations}: read too seldom, at least once a second is wanted`,
  ).toBeGreaterThanOrEqual(seconds);
  await until(`${translations}: live and right again`, () => right(page, base), 90_000);
}

it(
  `P39: the screen never pretends: ${schedules} random schedules of faults, every panel sampled`,
  async () => {
    const commits: Commit[] = [];
    const tally: Tally = { panels: 0, notLive: 0, late: 0, pretended: [], played: new Map() };
    const persons = await Promise.all(viewers.slice(0, lanes).map((login) => server.signIn(login)));
    const opened = await Promise.all(
      Array.from({ length: lanes }, (_, i) =>
        openLane(viewers[i % viewers.length]!, persons[i % viewers.length]!),
      ),
    );
    let next = 0;
    let over = false;
    const arrivals = async (): Promise<void> => {
      for (; !over; await pause(1_000)) await arrives(commits);
    };
    const all = opened.map(async (lane) => {
      while (next < schedules && !over) await playSchedule(lane, next++, commits, tally);
    });
    await Promise.all([arrivals(), Promise.all(all).finally(() => (over = true))]);
    for (const { context, proxy } of opened) {
      await context.close();
      await proxy.close();
    }
    const { panels, notLive, late, pretended, played } = tally;
    const faults = [...played].map(([what, times]) => `${what} ${times}`).join(', ');
    console.log(
      `${schedules} schedules (${faults}): ${panels} panels read, ${notLive} of them not live, ${late} readings too late to count`,
    );
    expect(pretended).toEqual([]);
    expect(notLive).toBeGreaterThan(0);
  },
  240_000 + Math.ceil(schedules / lanes) * 120_000,
);
