import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { bringChromium, chromiumFlags } from '#tests/kit/chromium.ts';
import { openPages, scriptsOf, weigh, type Pages } from '../pages.ts';
import type { RowRun } from '../bench.ts';
import { median, quantiles } from '../statistics.ts';
import { exact, lineOf, paired, type Row } from '../verdict.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Rows 15, 16 and 17: the console's grid and rows in Chromium, beside the stock grid and a list written by
 * hand.
 */
export const browser: RowRun = {
  numbers: ['15', '16', '17'],
  async run(bench, wanted) {
    const pages = await openPages();
    const lines: Row[] = [];
    let chrome: Browser | null = null;
    try {
      if (wanted('16')) lines.push(...bundles(pages));
      if (!wanted('15') && !wanted('17')) return lines;
      chrome = await chromium.launch({ executablePath: bringChromium(), args: [...chromiumFlags] });
      if (wanted('15'))
        for (const n of [10_000, 100_000])
          lines.push(await busy(chrome, pages, n, bench.rounds(4), bench.quick ? 1_500 : 2_500));
      if (wanted('17')) lines.push(await first(chrome, pages, bench.rounds(5)));
    } finally {
      await chrome?.close();
      pages.close();
    }
    return lines;
  },
};

interface Manifest {
  readonly [source: string]: {
    readonly file: string;
    readonly imports?: readonly string[];
    readonly isEntry?: boolean;
  };
}

/** The files a screen needs before it is shown, without those loaded after the first paint. */
function closure(manifest: Manifest, from: readonly string[], without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const add = (key: string): void => {
    const entry = manifest[key];
    if (!entry || found.has(entry.file) || without.has(entry.file)) return;
    if (entry.file.endsWith('.js')) found.add(entry.file);
    for (const next of entry.imports ?? []) add(next);
  };
  for (const key of from) add(key);
  return found;
}

function bundles(pages: Pages): Row[] {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error('The console is not built: run npm run bench, which builds it.');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const screen = [
    'index.html',
    'shell/frame.ts',
    'families/queue/QueueScreen.tsx',
    '../shared/queues/signup-queue.ts',
  ];
  for (const key of screen)
    if (!manifest[key])
      throw new Error(`The build has no ${key}; update the row with the modules that the first queue needs.`);
  const before = closure(manifest, screen, new Set());
  const grid = closure(manifest, ['parts/grid/GridRoom.tsx'], before);
  const shell = weigh([...closure(manifest, screen.slice(0, 2), new Set())].map((file) => join(dist, file)));
  const ours = weigh([...before].map((file) => join(dist, file)));
  const room = weigh([...grid].map((file) => join(dist, file)));
  const stock = weigh(scriptsOf(pages.folder, 'stock.html'));
  const kb = 1_024;
  return [
    exact(
      {
        row: '16',
        what: 'JavaScript to the first live queue, brotli',
        against: 'stock app with all grid modules',
        unit: 'KB',
        // The blocking figure is the first load in gzip, the row below.
        block: null,
        goal: 0.27,
        better: 'less',
        notes: `${before.size} files; the grid's own chunk comes after the first paint`,
      },
      ours.brotli / kb,
      stock.brotli / kb,
    ),
    exact(
      {
        row: '16 shell',
        what: 'JavaScript before the first screen, gzip',
        against: 'bound',
        unit: 'kB',
        block: 280,
        goal: 220,
        better: 'less',
        notes: `the first queue as well: ${(ours.gzip / 1_000).toFixed(0)} kB gzip`,
      },
      shell.gzip / 1_000,
      1,
      shell.gzip / 1_000,
    ),
    exact(
      {
        row: '16 grid',
        what: 'the grid after it, gzip',
        against: 'bound',
        unit: 'kB',
        block: 285,
        goal: 285,
        better: 'less',
        notes: `brotli ${(room.brotli / kb).toFixed(0)} KB`,
      },
      room.gzip / 1_000,
      1,
      room.gzip / 1_000,
    ),
  ];
}

interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
  task(): Promise<number>;
  /** Resolves when the list itself is shown. */
  whole(): Promise<void>;
  close(): Promise<void>;
}

/** A page in a context of its own; `task` is the CPU time of its main thread so far, ms. */
async function open(chrome: Browser, url: string): Promise<Opened> {
  const context = await chrome.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const task = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * metrics.find((metric) => metric.name === 'TaskDuration')!.value;
  };
  const before = await task();
  await page.goto(url);
  await page.waitForFunction(() => window.bench?.firstRow === true, undefined, {
    timeout: 60_000,
    polling: 'raf',
  });
  const whole = async (): Promise<void> => {
    await page.evaluate(() => window.bench.goOn());
    await page.waitForFunction(() => window.bench?.whole === true, undefined, {
      timeout: 60_000,
      polling: 'raf',
    });
  };
  return { page, cdp, task: async () => (await task()) - before, whole, close: () => context.close() };
}

interface Work {
  readonly net: number;
  readonly longTasks: number;
  readonly frame: number;
  readonly fps: number;
}

async function work(opened: Opened, perSecond: number, ms: number): Promise<Work> {
  const { page, task } = opened;
  const part = async (): Promise<number> => {
    const from = await task();
    const began = performance.now();
    await page.waitForTimeout(ms);
    return ((await task()) - from) / ((performance.now() - began) / 1_000);
  };
  await page.evaluate(() => {
    window.bench.longTasks = 0;
    window.bench.frames = [];
  });
  const idle = await part();
  await page.evaluate((rate) => window.bench.run(rate), perSecond);
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    window.bench.longTasks = 0;
    window.bench.frames = [];
  });
  const live = await part();
  const { longTasks, frames } = await page.evaluate(() => ({
    longTasks: window.bench.longTasks,
    frames: window.bench.frames,
  }));
  await page.evaluate(() => window.bench.stop());
  await page.waitForTimeout(400);
  return { net: live - idle, longTasks, frame: quantiles(frames).p99, fps: frames.length / (ms / 1_000) };
}

async function busy(chrome: Browser, pages: Pages, n: number, rounds: number, ms: number): Promise<Row> {
  const names = ['stock', 'ours', 'floor'] as const;
  const opened: Record<string, Opened> = {};
  for (const name of names) {
    opened[name] = await open(chrome, `${pages.url}/${name}.html?n=${n}`);
    await opened[name].whole();
  }
  const seen: Record<string, Work[]> = { stock: [], ours: [], floor: [] };
  try {
    const measured = await paired({
      rounds,
      modes: Object.fromEntries(
        names.map((name) => [
          name,
          async () => {
            await opened[name]!.page.bringToFront();
            const one = await work(opened[name]!, 1_000, ms);
            seen[name]!.push(one);
            return one.net;
          },
        ]),
      ),
      ratio: (values) => values['ours']! / values['stock']!,
    });
    const { values } = measured;
    const of = (name: string, what: keyof Work): string =>
      median(seen[name]!.map((one) => one[what])).toFixed(what === 'longTasks' ? 0 : 1);
    const limit = n === 10_000 ? { block: 0.5, goal: 0.3 } : { block: 0.15, goal: 0.04 };
    return lineOf(
      {
        row: `15 ${n / 1_000}k`,
        what: `main thread at 1 000 updates/s, ${n / 1_000}k rows sorted live, net of idle`,
        against: 'stock AG Grid, async transactions',
        unit: 'ms/s',
        ...limit,
        better: 'less',
        notes: `long tasks ours ${of('ours', 'longTasks')}, stock ${of('stock', 'longTasks')}; p99 frame ours ${of('ours', 'frame')}, stock ${of('stock', 'frame')} ms; fps ours ${of('ours', 'fps')}, stock ${of('stock', 'fps')}; hand-written floor ${median(values['floor']!).toFixed(0)} ms/s`,
      },
      median(values['ours']!),
      median(values['stock']!),
      measured,
    );
  } finally {
    for (const name of names) await opened[name]?.close();
  }
}

async function first(chrome: Browser, pages: Pages, rounds: number): Promise<Row> {
  const whole: number[] = [];
  const load = (name: string) => async (): Promise<number> => {
    const opened = await open(chrome, `${pages.url}/${name}.html?n=10000`);
    const spent = await opened.task();
    if (name === 'ours') {
      await opened.whole();
      whole.push(await opened.task());
    }
    await opened.close();
    return spent;
  };
  const measured = await paired({
    rounds,
    modes: { ours: load('ours'), floor: load('floor'), stock: load('stock') },
    ratio: (values) => values['ours']! / values['floor']!,
  });
  const { values } = measured;
  return lineOf(
    {
      row: '17',
      what: 'main thread CPU to the first row, 10k rows',
      against: 'list written by hand',
      unit: 'ms',
      block: 2,
      goal: 1.3,
      better: 'less',
      notes: `ours with the whole grid behind the first rows ${median(whole).toFixed(0)} ms, stock AG Grid ${median(values['stock']!).toFixed(0)} ms`,
    },
    median(values['ours']!),
    median(values['floor']!),
    measured,
  );
}
