import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

/** Findings of Spectral's recommended rules in an OpenAPI or AsyncAPI file, warnings included; empty when there are none. */
export function lint(file: string): Finding[] {
  const spectral = path('../../node_modules/@stoplight/spectral-cli/dist/index.js');
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [spectral, 'lint', file, '--ruleset', path('./spectral.json'), '--format', 'json', '--quiet'],
    {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  if (error) throw error;
  if (!stdout.trim().startsWith('[')) throw new Error(`Spectral did not lint ${file}: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as Finding[]).map(({ code, message, path: where }) => ({
    code,
    message,
    path: where,
  }));
}
