import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

const kept = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'evidence');
const most = 200;
let witnesses = 0;
/** Folders of this run; what an earlier one left in them is gone. */
const begun = new Set<string>();

export interface Witness {
  /** Writes down what the pages of the context show and said, and prints where. */
  keep(file: string, test: string): Promise<void>;
}

/** Watches the pages of a context, so that a failed journey leaves what a person would have seen. */
export function witness(context: BrowserContext): Witness {
  const name = `browser-${(witnesses += 1)}`;
  const said: string[] = [];
  const asked: string[] = [];
  const note = (lines: string[], line: string): void => void (lines.push(line) > most && lines.shift());
  const clock = (): string => new Date().toISOString().slice(11, 23);
  context.on('console', (message) => note(said, `${clock()} ${message.type()} ${message.text()}`));
  context.on('weberror', (error) =>
    note(said, `${clock()} thrown ${error.error().stack ?? error.error().message}`),
  );
  context.on('response', (response) =>
    note(asked, `${clock()} ${response.status()} ${response.request().method()} ${response.url()}`),
  );
  context.on('requestfailed', (request) =>
    note(
      asked,
      `${clock()} failed ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`,
    ),
  );
  return {
    async keep(file, test) {
      const folder = join(
        kept,
        `${basename(file, '.test.ts')}-${test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}`,
      );
      if (context.pages().length === 0) return;
      if (!begun.has(folder)) rmSync(folder, { recursive: true, force: true });
      begun.add(folder);
      mkdirSync(folder, { recursive: true });
      const into = (what: string): string => join(folder, `${name}-${what}`);
      for (const [n, page] of context.pages().entries())
        writeFileSync(into(`page-${n + 1}.txt`), await shows(page, into(`page-${n + 1}.png`)));
      writeFileSync(into('console.txt'), said.join('\n'));
      writeFileSync(into('requests.txt'), asked.join('\n'));
      console.log(`What the browser showed when "${test}" failed: ${folder}`);
    },
  };
}

/** The address, the focus and the markup of a page; its picture goes to a file. A page that hangs says so instead. */
async function shows(page: Page, picture: string): Promise<string> {
  try {
    await page.screenshot({ path: picture, timeout: 10_000 });
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
    return `${page.url()}\nfocus: ${focus}\n\n${await page.content()}`;
  } catch (error) {
    return `${page.url()}\n${String(error)}`;
  }
}
