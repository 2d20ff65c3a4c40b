import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { LiveRow } from './page/rows.ts';

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const names = [
  'Anita R.',
  'Vikram S.',
  'Lakshmi N.',
  'Joseph K.',
  'Farah M.',
  'Ravi T.',
  'Deepa V.',
  'Sunil P.',
];
const places = ['Jayanagar', 'Mysuru', 'Hubballi', 'Whitefield'];

export interface Pages {
  readonly url: string;
  readonly folder: string;
  close(): void;
}
export interface Size {
  readonly gzip: number;
  readonly brotli: number;
}

/** Builds the three pages as the console is built and serves them on this machine. */
export async function openPages(): Promise<Pages> {
  const root = fileURLToPath(new URL('page/', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'ops-bench-pages-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: ['stock', 'ours', 'floor'].map((name) => join(root, `${name}.html`)) },
    },
  });
  const lists = new Map<number, string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    if (url.pathname === '/rows.json') {
      const n = Number(url.searchParams.get('n') ?? 1_000);
      let text = lists.get(n);
      if (text === undefined)
        lists.set(n, (text = JSON.stringify(Array.from({ length: n }, (_, i) => rowOf(i + 1)))));
      response.setHeader('content-type', 'application/json').end(text);
      return;
    }
    const path = join(folder, url.pathname);
    if (
      !path.startsWith(folder) ||
      !(readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[]).includes(
        url.pathname.slice(1),
      )
    )
      response.writeHead(404).end();
    else
      response
        .setHeader('content-type', kinds[extname(path)] ?? 'application/octet-stream')
        .end(readFileSync(path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    folder,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rowOf(n: number): LiveRow {
  return {
    id: String(n),
    ref: `SG-${String(n).padStart(6, '0')}`,
    applicant: names[n % 8]!,
    place: places[n % 4]!,
    state: 'waiting',
    language: n % 3 ? 'kn' : 'en',
    docs: n % 3,
    checked: n % 7,
    score: (n * 7_919) % 1_000_003,
    amount: (n * 123_456) % 9_999_999,
  };
}

/** The transfer size of these files, each compressed individually as when served. */
export function weigh(files: readonly string[]): Size {
  let gzip = 0;
  let brotli = 0;
  for (const file of files) {
    const bytes = readFileSync(file);
    gzip += gzipSync(bytes, { level: 9 }).length;
    brotli += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  }
  return { gzip, brotli };
}

/** The scripts that an HTML file loads, with all their static imports. */
export function scriptsOf(folder: string, html: string): string[] {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, next] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g))
      add(join(path, '..', next!));
  };
  for (const [, src] of readFileSync(join(folder, html), 'utf8').matchAll(/<script[^>]+src="\/([^"]+\.js)"/g))
    add(join(folder, src!));
  return [...found];
}
