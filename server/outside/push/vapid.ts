import { createECDH } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webPush from 'web-push';
import type { Config } from '../../config.ts';

export interface Vapid {
  /** base64url: a point on P-256, and its secret. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where a push service can complain: an https address or a mailbox. */
  readonly subject: string;
}

export const vapidFile = 'vapid.json';

/**
 * The keys that sign the app's pushes: the configured ones, else a pair made once and stored in DATA_DIR,
 * readable by its owner only.
 */
export function openVapid(config: Pick<Config, 'vapid' | 'publicUrl'>, dataDir: string): Vapid {
  const keys = config.vapid ?? keptKeys(dataDir);
  if (!isPair(keys))
    throw new Error(
      `VAPID: the two keys are no pair of base64url keys (${config.vapid ? 'environment' : join(dataDir, vapidFile)}). Make new ones.`,
    );
  const subject = config.publicUrl?.startsWith('https:')
    ? config.publicUrl
    : 'mailto:operator@ops-console.invalid';
  return { ...keys, subject };
}

function keptKeys(dataDir: string): { publicKey: string; privateKey: string } {
  const path = join(dataDir, vapidFile);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${JSON.stringify(webPush.generateVAPIDKeys(), null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return JSON.parse(readFileSync(path, 'utf8')) as { publicKey: string; privateKey: string };
}

/** Whether the two keys form a pair. */
export function isPair({
  publicKey,
  privateKey,
}: {
  readonly publicKey: string;
  readonly privateKey: string;
}): boolean {
  const ecdh = createECDH('prime256v1');
  try {
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey('base64url') === publicKey.replace(/=+$/, '');
  } catch {
    return false; // // not a key of this curve
  }
}
