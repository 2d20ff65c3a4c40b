import { Agent, request } from 'node:http';
import { chromium, type Locator, type Page } from 'playwright-core';
import { Pool } from 'pg';
import { bringChromium, chromiumFlags } from '#tests/kit/chromium.ts';
import { signInPage } from '#tests/kit/browser.ts';
import type { Bench, RowRun } from '../bench.ts';
import { signupMessages } from '../messages.ts';
import { watched } from '../foreign.ts';
import type { Query } from '../masters-process.ts';
import type { postAll } from '../post.ts';
import { median, quantiles, type Quantiles } from '../statistics.ts';
import { lineOf, paired, type Row } from '../verdict.ts';

interface Started {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly cookie: string;
  readonly token: string;
}

const reactions: readonly { readonly row: string; readonly what: string; readonly path: string }[] = [
  { row: 'products', what: 'first page', path: '/masters-list/productMaster?pageNo=0&records=50' },
  { row: 'products', what: 'search', path: '/masters-list/productMaster?pageNo=0&records=50&q=glime%20tab' },
  {
    row: 'products',
    what: 'sort by price',
    path: '/masters-list/productMaster?pageNo=0&records=50&sort=-nReferenceMrpPaise',
  },
  {
    row: 'products',
    what: 'sort by maker',
    path: '/masters-list/productMaster?pageNo=0&records=50&sort=iManufacturerId',
  },
  { row: 'employees', what: 'first page', path: '/masters-list/emplist?pageNo=0&records=50' },
  { row: 'employees', what: 'search', path: '/masters-list/emplist?pageNo=0&records=50&q=lakshmi%20rao' },
  {
    row: 'employees',
    what: 'sort by joining date',
    path: '/masters-list/emplist?pageNo=0&records=50&sort=-dJoiningDate',
  },
];
const consoles = 100;

/** Row 21: lists of 100,000 employees and 200,000 products; a tenth of that in a quick run. */
export const masters: RowRun = {
  numbers: ['21'],
  async run(bench) {
    const [employees, products] = bench.quick ? [10_000, 20_000] : [100_000, 200_000];
    const server = bench.fresh('masters-process.ts', 0);
    const started = await server.request<Started>('start', employees, products);
    const pool = new Pool({ connectionString: started.databaseUrl, max: 4 });
    const size = `${employees / 1_000}k employees, ${products / 1_000}k products`;
    const lines: Row[] = [];
    try {
      for (const request of reactions)
        lines.push(
          await asked(bench, started, pool, await server.request<Query[]>('queries', request.path), request),
        );
      lines.push(...(await painted(bench, started, size)));
      lines.push(await besideImport(bench, started, server));
    } finally {
      await pool.end();
      await server.stop();
    }
    return lines;
  },
};

/**
 * The list over HTTP beside its bare statements: its page and its count, in parallel, as the list sends them.
 */
async function asked(
  bench: Bench,
  started: Started,
  pool: Pool,
  queries: readonly Query[],
  { row, what, path }: (typeof reactions)[number],
): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${started.url}${path}`,
        { agent, headers: { cookie: started.cookie, authtoken: started.token } },
        (answer) => {
          answer
            .resume()
            .on('end', () =>
              answer.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${answer.statusCode}`)),
            );
        },
      );
      // The server closed a kept-alive connection while the bare statements ran: retried on a new one, with
      // its time counted.
      sent
        .on('error', (error: NodeJS.ErrnoException) =>
          sent.reusedSocket && error.code === 'ECONNRESET' ? get().then(resolve, reject) : reject(error),
        )
        .end();
    });
  const bare = async (): Promise<void> =>
    void (await Promise.all(queries.map(({ text, values }) => pool.query(text, [...values]))));
  const p50 = async (act: () => Promise<void>): Promise<number> => {
    const waits: number[] = [];
    for (let n = 0; n < (bench.quick ? 30 : 60); n += 1) {
      const from = performance.now();
      await act();
      waits.push(performance.now() - from);
    }
    return median(waits);
  };
  // A console queries all day: compiling is paid for before the first round.
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

/**
 * From the key or click to the first requested row on the screen, ms; includes `quiet` waits for a pause in
 * typing.
 */
async function painted(bench: Bench, started: Started, size: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: bringChromium(), args: [...chromiumFlags] });
  try {
    const { page } = await signInPage(
      browser,
      { url: started.url } as never,
      'admin',
      '/masters/productMaster',
    );
    await page.locator('.ma-list .ag-row').first().waitFor({ timeout: 60_000 });
    const waits: Record<string, number[]> = { sort: [], search: [], page: [] };
    const times = bench.quick ? 4 : 10;
    const { foreign, clean } = await watched(async () => {
      for (let n = 0; n < times; n += 1) {
        // Each of these puts a different record first than its predecessor.
        for (const column of ['nReferenceMrpPaise', 'vName', 'iManufacturerId', 'vName'])
          waits['sort']!.push(
            await from(page, () =>
              page.locator(`.ag-header-cell[col-id="${column}"] .ag-header-cell-label`).click(),
            ),
          );
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

/** Letter by letter over the old text, like fast typing. */
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
 * Measures from the first click or navigation, or the last letter, seen by the page itself until another
 * first row is painted. The list from before a navigation does not count, however long it stays.
 */
async function from(page: Page, act: () => Promise<void>): Promise<number> {
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const lists = (): HTMLElement[] => [
          ...document.querySelectorAll<HTMLElement>('.ma-list:not([hidden])'),
        ];
        const old = lists();
        let gone = false;
        addEventListener('popstate', () => (gone = true), { capture: true, once: true });
        const first = (): string => {
          const list = lists().find((one) => !gone || !old.includes(one));
          const row = list?.querySelector<HTMLElement>('.ag-row[row-index="0"]');
          return row?.getAttribute('row-id') && row.textContent
            ? `${row.getAttribute('row-id')} ${row.textContent}`
            : '';
        };
        const before = first();
        let began = 0;
        const note = (event: Event): void => {
          if (!began || event.type === 'input') began = event.timeStamp;
        };
        addEventListener('input', note, { capture: true });
        for (const name of ['pointerup', 'popstate'])
          addEventListener(name, note, { capture: true, once: true });
        const late = performance.now() + 15_000;
        const look = (): void => {
          const now = first();
          if (began && now !== '' && (gone || now !== before)) {
            removeEventListener('input', note, { capture: true });
            requestAnimationFrame(() => resolve(performance.now() - began));
          } else if (performance.now() > late)
            reject(new Error(`nothing new was painted: ${before} → ${now}, ${began}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await act();
  return seen;
}

/**
 * Lateness of a live queue's rows on 100 consoles, with and without a simultaneous import of 5,000 rows; both
 * run equally long, because a longer run meets rarer events.
 */
async function besideImport(
  bench: Bench,
  started: Started,
  server: { request<T = any>(method: string, ...args: readonly unknown[]): Promise<T> },
): Promise<Row> {
  const sink = bench.sink();
  const sender = bench.fresh('post-process.ts', 1);
  const route = `${started.url}/relay/webhooks/customer`;
  const sessions = await server.request('sessions', consoles);
  await sink.request('close');
  await sink.request('open', {
    port: started.port,
    count: consoles,
    kind: 'feed',
    feed: 'queue/signup-queue',
    sessions,
  });
  const perSecond = 20;
  let file = 0;
  let seconds = 0;
  const late = async (work: () => Promise<void>): Promise<number> => {
    await sink.request('sample', 'entry');
    let busy = true;
    const working = work().finally(() => {
      busy = false;
    });
    let sent = 0;
    while (busy) {
      const start = Math.ceil(Date.now()) + 50;
      await sender.request<typeof postAll>(
        'post',
        signupMessages(perSecond, start, 1_000 / perSecond),
        route,
        { from: start, everyMs: 1_000 / perSecond },
      );
      sent += perSecond;
    }
    await working;
    await new Promise((resolve) => setTimeout(resolve, 400));
    const seen = await sink.request<Quantiles>('samples');
    await sink.request('sample', null);
    if (seen.n < 0.95 * sent * consoles)
      throw new Error(`only ${seen.n} of ${sent * consoles} deliveries were seen`);
    return seen.p99;
  };
  const carry = async (lines: number): Promise<void> => {
    file += 1;
    const rows = Array.from(
      { length: lines },
      (_, n) => `B${file}-${n},Bench reason ${file} ${n},Cancellation,yes`,
    );
    const began = performance.now();
    const counts = await server.request<Record<string, number>>(
      'take',
      'reasonmaster',
      ['Code,Name,Group,Needs text', ...rows].join('\n'),
    );
    if (counts['done'] !== lines)
      throw new Error(`The import did not apply all rows: ${JSON.stringify(counts)}`);
    seconds = (performance.now() - began) / 1_000;
  };
  await late(() => carry(500));
  seconds *= 10;
  const measured = await paired({
    rounds: bench.rounds(3),
    modes: {
      with: () => late(() => carry(5_000)),
      without: () => late(() => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))),
    },
    ratio: (values) => values['with']! / values['without']!,
  });
  await sink.request('close');
  await sender.stop();
  const faults = await server.request<number>('faults');
  return lineOf(
    {
      row: '21 import',
      what: `p99 of a live queue on ${consoles} consoles while 5,000 rows are imported`,
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
