// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { noticeTranslations } from '#shared/streams/notices/translations.ts';
import { addTranslations, startTranslations } from '#web/locales/translations.ts';
import { registerPages } from '../register-pages.ts';
import { timesBeside, useNoticeText } from './use-notices.ts';

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  registerPages();
  await startTranslations();
  addTranslations('notice', noticeTranslations);
});

const breach = (count: number) => ({
  message: 'queueItemBreached',
  values: { ref: 'LD-010161', queue: 'pharmaLeadRemainder' },
  route: '/outBound/pharmaLeadRemainder',
  count,
});

async function textOf(one: Parameters<ReturnType<typeof useNoticeText>>[0]): Promise<string> {
  const place = document.createElement('div');
  const root = createRoot(place);
  const Text = () => useNoticeText()(one);
  await act(async () => root.render(<Text />));
  const text = place.textContent;
  await act(async () => root.unmount());
  return text;
}

test('a queue is named as its screen is, not by its key', async () => {
  expect(await textOf(breach(1))).toBe('LD-010161 passed its time limit in Callbacks');
});

test('several rows that follow one another are counted in the text, and not beside it again', async () => {
  expect(await textOf(breach(12))).toBe(
    '12 rows passed their time limit in Callbacks, the last one LD-010161',
  );
  expect(timesBeside(breach(12))).toBe(1);
  expect(timesBeside({ message: 'chatMention', count: 3 })).toBe(3);
});
