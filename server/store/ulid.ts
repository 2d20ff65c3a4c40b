import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const stock = new Uint8Array(4_096);
let used = stock.length;

/**
 * Random bytes are fetched in bulk, since a system call for a few costs as much as one for thousands. No
 * byte is used twice.
 */
function fromStock(n: number): Uint8Array {
  if (used + n > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += n;
  return stock.subarray(used - n, used);
}

/**
 * Makes ULIDs: 48 bits of the clock and 80 random bits, 26 characters; tests and demo data pass seeded
 * `bytes`.
 */
export function ulidMaker(now: () => number, bytes: (n: number) => Uint8Array = fromStock): () => string {
  return () => {
    let time = now();
    let head = '';
    for (let i = 0; i < 10; i += 1) {
      head = alphabet[time % 32]! + head;
      time = Math.floor(time / 32);
    }
    const chance = bytes(16);
    let tail = '';
    for (let i = 0; i < 16; i += 1) tail += alphabet[chance[i]! % 32];
    return head + tail;
  };
}
