import { Agent, request } from 'node:http';
import { chromium, type Locator, type Page } from 'playwright-core';
import { Pool } from 'pg';
import { bringChromium, chromiumFlags } from '#tests/kit/chromium.ts';
import { signInPage } from '#tests/kit/browser.ts';
import type { Bench, RowRun } from '../bench.ts';
import { signupFacts } from '../facts.ts';
import { watched } from '../foreign.ts';
import type { Query } from '../masters-process.ts';
import type { postAll } from '../post.ts';
import { median, quantiles, type Quantiles } from '../statistics.ts';
import { lineOf, paired, type Line } from '../verdict.ts';

interface Started {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly cookie: string;
  readonly token: string;
}

const asks: readonly { readonly row: string; readonly what: string; readonly path: string }[] = [
  { row: 'products', what: 'first page', path: '/masters-list/productMaster?pageNo=0&records=50' },
  { row: 'products', what: 'search', path: '/masters-list/productMaster?pageNo=0&records=50&q=glime%20tab' },
  { row: 'products', what: 'sort by price', path: '/masters-list/productMaster?pageNo=0&records=50&sort=-nReferenceMrpPaise' },
  { row: 'products', what: 'sort by maker', path: '/masters-list/productMaster?pageNo=0&records=50&sort=iManufacturerId' },
  { row: 'employees', what: 'first page', path: '/masters-list/emplist?pageNo=0&records=50' },
  { row: 'employees', what: 'search', path: '/masters-list/emplist?pageNo=0&records=50&q=lakshmi%20rao' },
  { row: 'employees', what: 'sort by joining date', path: '/masters-list/emplist?pageNo=0&records=50&sort=-dJoiningDate' },
];
const consoles = 100;

/** Row 21: lists of 100,000 employees and 200,000 products; a tenth of that in a quick run. */
export const masters: RowRun = {
  numbers: ['21'],
  async run(bench) {
    const [employees, products] = bench.quick ? [10_000, 20_000] : [100_000, 200_000];
    const server = bench.fresh('masters-process.ts', 0);
    const house = await server.ask<Started>('start', employees, products);
    const pool = new Pool({ connectionString: house.databaseUrl, max: 4 });
    const size = `${employees / 1_000}k employees, ${products / 1_000}k products`;
    const lines: Line[] = [];
    try {
      for (const ask of asks) lines.push(await asked(bench, house, pool, await server.ask<Query[]>('queries', ask.path), ask));
      lines.push(...(await painted(bench, house, size)));
      lines.push(await besideImport(bench, house, server));
    } finally {
      await pool.end();
      await server.stop();
    }
    return lines;
  },
};

/** The list over HTTP beside its own statements sent bare: its page and its count, at the same time, as the list sends them. */
async function asked(bench: Bench, house: Started, pool: Pool, queries: readonly Query[], { row, what, path }: (typeof asks)[number]): Promise<Line> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(`${house.url}${path}`, { agent, headers: { cookie: house.cookie, authtoken: house.token } }, (answer) => {
        answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${answer.statusCode}`))));
      });
      // A kept line that the server let go while the bare statements ran: the same again on a new one, its time counted.
      sent
        .on('error', (error: NodeJS.ErrnoException) => (sent.reusedSocket && error.code === 'ECONNRESET' ? get().then(resolve, reject) : reject(error)))
        .end();
    });
  const bare = async (): Promise<void> => void (await Promise.all(queries.map(({ text, values }) => pool.query(text, [...values]))));
  const p50 = async (act: () => Promise<void>): Promise<number> => {
    const waits: number[] = [];
    for (let n = 0; n < (bench.quick ? 30 : 60); n += 1) {
      const from = performance.now();
      await act();
      waits.push(performance.now() - from);
    }
    return median(waits);
  };
  // A console asks all day: what is compiled on the way is paid before the first round.
  for (let n = 0; n < 6; n += 1) {
    await p50(get);
    await p50(bare);
  }
  const measured = await paired({
    rounds: bench.rounds(5),
    modes: { ours: () => p50(get), bare: () => p50(bare) },
    ratio: (values) => values['ours']! / values['bare']!,
  });
  agent.destroy();
  return lineOf(
    {
      row: `21 ${row}`,
      what: `${what}, p50`,
      against: `the same ${queries.length} statements sent bare: ${what}`,
      unit: 'ms',
      block: 3,
      goal: 1.5,
      better: 'less',
    },
    median(measured.values['ours']!),
    median(measured.values['bare']!),
    measured,
  );
}

/** From the key or click to the first row of what was asked for on the screen, ms; `quiet` waits for typing to pause are in it. */
async function painted(bench: Bench, house: Started, size: string): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: bringChromium(), args: [...chromiumFlags] });
  try {
    const { page } = await signInPage(browser, { url: house.url } as never, 'admin', '/masters/productMaster');
    await page.locator('.ma-list .ag-row').first().waitFor({ timeout: 60_000 });
    const waits: Record<string, number[]> = { sort: [], search: [], page: [] };
    const times = bench.quick ? 4 : 10;
    const { foreign, clean } = await watched(async () => {
      for (let n = 0; n < times; n += 1) {
        // Each of these puts another record first than the one before it.
        for (const column of ['nReferenceMrpPaise', 'vName', 'iManufacturerId', 'vName'])
          waits['sort']!.push(await from(page, () => page.locator(`.ag-header-cell[col-id="${column}"] .ag-header-cell-label`).click()));
        for (const text of ['glime', 'telmi', '']) {
          const box = page.locator('.ma-screen input[type="search"]');
          waits['search']!.push(await from(page, () => (text === '' ? box.fill('') : typeInto(box, text))));
        }
        await from(page, () => goTo(page, '/masters/emplist'));
        waits['page']!.push(await from(page, () => goTo(page, '/masters/productMaster')));
      }
    });
    return Object.entries(waits).map(([what, all]) => {
      const sorted = [...all].sort((a, b) => a - b);
      const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!;
      return lineOf(
        {
          row: `21 painted ${what}`,
          what: `${what} of 50 on the screen, p95, ${size}`,
          against: 'bound',
          unit: 'ms',
          block: 400,
          goal: 250,
          better: 'less',
          notes: `p50 ${quantiles(all).p50.toFixed(0)} ms of ${all.length}`,
        },
        p95,
        1,
        { ratios: [p95], clean: clean ? 1 : 0, foreign },
      );
    });
  } finally {
    await browser.close();
  }
}

/** Letter by letter over what stood there, as fast typing is. */
async function typeInto(box: Locator, text: string): Promise<void> {
  await box.selectText();
  await box.pressSequentially(text, { delay: 60 });
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state as { idx?: number } | null)?.idx ?? 0 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
}

/**
 * Counts from the first click or navigation, or the last letter, that the page itself sees, until another first row stands there and was painted.
 * The list that stood there before a navigation does not count, however long it stays.
 */
async function from(page: Page, act: () => Promise<void>): Promise<number> {
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const lists = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.ma-list:not([hidden])')];
        const old = lists();
        let gone = false;
        addEventListener('popstate', () => (gone = true), { capture: true, once: true });
        const first = (): string => {
          const list = lists().find((one) => !gone || !old.includes(one));
          const row = list?.querySelector<HTMLElement>('.ag-row[row-index="0"]');
          return row?.getAttribute('row-id') && row.textContent ? `${row.getAttribute('row-id')} ${row.textContent}` : '';
        };
        const before = first();
        let began = 0;
        const note = (event: Event): void => {
          if (!began || event.type === 'input') began = event.timeStamp;
        };
        addEventListener('input', note, { capture: true });
        for (const name of ['pointerup', 'popstate']) addEventListener(name, note, { capture: true, once: true });
        const late = performance.now() + 15_000;
        const look = (): void => {
          const now = first();
          if (began && now !== '' && (gone || now !== before)) {
            removeEventListener('input', note, { capture: true });
            requestAnimationFrame(() => resolve(performance.now() - began));
          } else if (performance.now() > late) reject(new Error(`nothing new was painted: ${before} → ${now}, ${began}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await act();
  return seen;
}

/**
 * How late a live queue's rows come on 100 consoles, with and without a file of 5,000 lines being judged and carried out beside them;
 * for equally long, because the longer one looks the more seldom things one sees.
 */
async function besideImport(bench: Bench, house: Started, server: { ask<T = any>(method: string, ...args: readonly unknown[]): Promise<T> }): Promise<Line> {
  const sink = bench.sink();
  const sender = bench.fresh('post-process.ts', 1);
  const door = `${house.url}/relay/webhooks/customer`;
  const sessions = await server.ask('sessions', consoles);
  await sink.ask('close');
  await sink.ask('open', { port: house.port, count: consoles, kind: 'feed', feed: 'queue/signup-queue', sessions });
  const perSecond = 20;
  let file = 0;
  let seconds = 0;
  const late = async (work: () => Promise<void>): Promise<number> => {
    await sink.ask('sample', 'entry');
    let busy = true;
    const working = work().finally(() => {
      busy = false;
    });
    let sent = 0;
    while (busy) {
      const start = Math.ceil(Date.now()) + 50;
      await sender.ask<typeof postAll>('post', signupFacts(perSecond, start, 1_000 / perSecond), door, { from: start, everyMs: 1_000 / perSecond });
      sent += perSecond;
    }
    await working;
    await new Promise((resolve) => setTimeout(resolve, 400));
    const seen = await sink.ask<Quantiles>('samples');
    await sink.ask('sample', null);
    if (seen.n < 0.95 * sent * consoles) throw new Error(`only ${seen.n} of ${sent * consoles} deliveries were seen`);
    return seen.p99;
  };
  const carry = async (lines: number): Promise<void> => {
    file += 1;
    const rows = Array.from({ length: lines }, (_, n) => `B${file}-${n},Bench reason ${file} ${n},Cancellation,yes`);
    const began = performance.now();
    const counts = await server.ask<Record<string, number>>('take', 'reasonmaster', ['Code,Name,Group,Needs text', ...rows].join('\n'));
    if (counts['done'] !== lines) throw new Error(`The import did not carry out all lines: ${JSON.stringify(counts)}`);
    seconds = (performance.now() - began) / 1_000;
  };
  await late(() => carry(500));
  seconds *= 10;
  const measured = await paired({
    rounds: bench.rounds(3),
    modes: { with: () => late(() => carry(5_000)), without: () => late(() => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))) },
    ratio: (values) => values['with']! / values['without']!,
  });
  await sink.ask('close');
  await sender.stop();
  const faults = await server.ask<number>('faults');
  return lineOf(
    {
      row: '21 import',
      what: `p99 of a live queue on ${consoles} consoles while 5,000 lines are imported`,
      against: 'the same without the import',
      unit: 'ms',
      block: 1.5,
      goal: 1.2,
      better: 'less',
      notes: `the file takes ${seconds.toFixed(1)} s from upload to carried out`,
      ...(faults > 0 ? { void: `${faults} faults` } : {}),
    },
    median(measured.values['with']!),
    median(measured.values['without']!),
    measured,
  );
}
