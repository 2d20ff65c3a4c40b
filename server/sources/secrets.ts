import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services, type Service } from '#shared/core/view.ts';
import { demoSecretMark, type Config } from '../config.ts';

export const secretsFile = 'webhook-secrets.json';

/**
 * The secrets of each service: the configured ones, and in the demo a generated one for every other service,
 * kept in DATA_DIR.
 */
export function webhookSecrets(
  config: Pick<Config, 'webhookSecrets' | 'demo' | 'dataDir'>,
): ReadonlyMap<Service, readonly string[]> {
  if (!config.demo) return config.webhookSecrets;
  const kept = demoSecrets(config.dataDir);
  return new Map(
    services.map((service) => [service, config.webhookSecrets.get(service) ?? [kept[service]!]]),
  );
}

function demoSecrets(dataDir: string): Readonly<Record<string, string>> {
  const path = join(dataDir, secretsFile);
  const kept = readSecrets(dataDir) ?? {};
  const missing = services.filter((service) => !kept[service]);
  if (missing.length === 0) return kept;
  const all = { ...kept, ...Object.fromEntries(missing.map((service) => [service, newSecret()])) };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  return all;
}

/** The secrets that a demo keeps in its DATA_DIR, for the simulator; null when there are none. */
export function readSecrets(dataDir: string): Readonly<Record<string, string>> | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, secretsFile), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function newSecret(): string {
  return `whsec_${Buffer.concat([Buffer.from(demoSecretMark), randomBytes(32)]).toString('base64')}`;
}
