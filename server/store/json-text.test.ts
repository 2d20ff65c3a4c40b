import { expect, test } from 'vitest';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { jsonText } from './json-text.ts';

test('every text is JSON that the database takes', async () => {
  const store = await freshStore(1);
  try {
    for (const [text, stored] of [
      ['plain', 'plain'],
      ['😀', '😀'],
      ['a\ud83d', 'a\ufffd'],
      ['\udc00b', '\ufffdb'],
      ['a\0b', 'a\u2400b'],
      [String.raw`\ud83d`, String.raw`\ud83d`],
    ]) {
      const { rows } = await store.pool.query<{ text: string }>(`select $1::jsonb->>'text' as text`, [
        jsonText({ text }),
      ]);
      expect(rows[0]!.text).toBe(stored);
    }
  } finally {
    await store.close();
  }
});
