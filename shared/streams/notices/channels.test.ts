import { expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { channelsOf, inQuietHours, noWishes, wanted } from './channels.ts';
import { chosenKinds, noticeKind, noticeKinds } from './kinds.ts';
import { noticeWords } from './words.ts';

const at = (time: string): number => instantOf('2026-11-18', time);
const quiet = (from: string | null, to: string | null, time: string): boolean => inQuietHours({ quietFrom: from, quietTo: to }, at(time));
const asked = { message: 'approvalAsked', urgent: false };

test('quiet hours go over midnight, their end not included', () => {
  expect(['19:59', '20:00', '23:59', '00:00', '07:59', '08:00'].map((time) => quiet('20:00', '08:00', time))).toEqual([false, true, true, true, true, false]);
  expect(['12:59', '13:00', '13:59', '14:00'].map((time) => quiet('13:00', '14:00', time))).toEqual([false, true, true, false]);
});
test('without both ends there are none', () =>
  expect([quiet(null, '08:00', '03:00'), quiet('20:00', null, '21:00'), quiet('08:00', '08:00', '08:00')]).toEqual([false, false, false]));

test('what nobody chose: decisions go to devices, news to the panel', () => {
  expect(channelsOf(noWishes, asked, at('12:00'))).toEqual({ panel: true, sound: true, push: true });
  expect(channelsOf(noWishes, { message: 'approvalGranted', urgent: false }, at('12:00'))).toEqual({ panel: true, sound: true, push: false });
});
test('a choice holds for its kind and its channel alone, the older list of silent kinds as well', () => {
  const wishes = { ...noWishes, silent: ['approvalExpired'], channels: { approvalAsked: { push: false, panel: false } } };
  expect(channelsOf(wishes, asked, at('12:00'))).toEqual({ panel: false, sound: true, push: false });
  expect(wanted(wishes, 'approvalDelegated')).toEqual({ panel: true, sound: true, push: true });
  expect(wanted(wishes, 'approvalExpired')).toEqual({ panel: true, sound: false, push: false });
  expect(wanted({ ...noWishes, channels: undefined }, 'constructor')).toEqual({ panel: true, sound: true, push: false });
});
test('quiet hours take sound and push, never the panel; what is urgent goes through them and through every choice', () => {
  const wishes = { quietFrom: '20:00', quietTo: '08:00', channels: { approvalAsked: { panel: false, sound: false, push: false } } };
  expect(channelsOf({ ...wishes, channels: {} }, asked, at('23:00'))).toEqual({ panel: true, sound: false, push: false });
  expect(channelsOf(wishes, { ...asked, urgent: true }, at('23:00'))).toEqual({ panel: true, sound: true, push: true });
  expect(channelsOf(wishes, { message: 'testNotice', urgent: false }, at('23:00')).push).toBe(true);
});

test('every kind has its message and its words for a locked screen, which show a reference at most', () => {
  for (const language of ['en', 'es'] as const) {
    const words: Readonly<Record<string, string>> = noticeWords[language];
    expect(Object.keys(noticeKinds).filter((kind) => !words[kind] || !words[`lock.${kind}`])).toEqual([]);
    expect(Object.entries(words).filter(([key, text]) => key.startsWith('lock.') && text.includes('{{'))).toEqual([]);
  }
  expect(chosenKinds).not.toContain('testNotice');
  expect(noticeKind('somethingNew')).toEqual({ type: 'news', push: false });
});
