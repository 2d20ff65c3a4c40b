import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '#shared/core/view.ts';

export interface OwnServer {
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a server whose nine services are at `at`; variables already set take precedence. */
export async function startServer(
  at: string,
  secrets: Readonly<Record<string, string>>,
  dataDir: string,
): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-simulate-'));
  const lines = [
    `DATA_DIR=${dataDir}`,
    'POLL_SECONDS=5',
    ...services.flatMap((service) => [
      `SERVICE_${service.toUpperCase()}_URL=${at}`,
      `WEBHOOK_SECRET_${service.toUpperCase()}=${secrets[service]}`,
    ]),
  ];
  const file = join(folder, 'env');
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [`--env-file=${file}`, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        process.stdout.write(chunk);
        output = (output + chunk).slice(-10_000);
        const found = /ready at (http:\/\/\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
      void ended.then((code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    });
    return {
      address,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
