import { createHmac, timingSafeEqual } from 'node:crypto';

export type LinkKind = 'invoice' | 'greInvoice' | 'payment';

/**
 * Links that open one record for their bearer until a day: the record, the day, and 128 bits of a MAC over
 * both. Nothing is stored; a link of another kind or with another day is invalid.
 */
export function customerLinks(keys: readonly Buffer[]) {
  const mac = (key: Buffer, text: string): Buffer =>
    createHmac('sha256', createHmac('sha256', key).update('ops-console customer link\n').digest())
      .update(text)
      .digest()
      .subarray(0, 16);
  const [newest] = keys;
  return {
    make(kind: LinkKind, id: string, untilMs: number): string {
      if (!newest) throw new Error('There is no key to sign customer links with.');
      const until = Math.floor(untilMs / 1_000).toString(36);
      return `${id}.${until}.${mac(newest, `${kind}:${id}:${until}`).toString('base64url')}`;
    },
    /** The record's id; null where the link is not ours, altered or expired. */
    open(kind: LinkKind, link: string, now: number): string | null {
      const found = /^(\d{1,10})\.([0-9a-z]{1,10})\.([\w-]{22})$/.exec(link);
      if (!found) return null;
      const [, id = '', until = '', given = ''] = found;
      // Compared as text: the last of its characters has bits that say nothing.
      const proof = Buffer.from(given);
      const good = keys.some((key) =>
        timingSafeEqual(Buffer.from(mac(key, `${kind}:${id}:${until}`).toString('base64url')), proof),
      );
      return good && Number.parseInt(until, 36) * 1_000 > now ? id : null;
    },
  };
}
