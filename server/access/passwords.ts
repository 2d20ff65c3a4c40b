import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refuse } from '#shared/core/refusal.ts';

const derive = promisify(argon2);
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;
const atOnce = 2;
const queueLimit = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** Throws the refusal when more passwords arrive at once than the server can check. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLimit) throw refuse('tooBusy', 503);
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes with argon2id and stores the parameters, so that they can be raised later. */
export async function hashPassword(plain: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await inTurn(() => derive('argon2id', { message: plain.normalize('NFKC'), nonce, ...cost }));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
/** Costs as much as a real hash, so that an unknown name answers no sooner than a wrong password. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

export async function passwordIs(plain: string, hash: string | null): Promise<boolean> {
  const parts = stored.exec(hash ?? nobodys);
  if (!parts) throw new Error('A stored password is not in a known form.');
  const [, memory, passes, parallelism, nonce, tag] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const expected = Buffer.from(tag, 'base64url');
  const got = await inTurn(() =>
    derive('argon2id', {
      message: plain.normalize('NFKC'),
      nonce: Buffer.from(nonce, 'base64url'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(got, expected) && hash !== null;
}
