import { expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { channelsOf, inQuietHours, noWishes, wanted } from './channels.ts';
import { chosenKinds, noticeKind, noticeKinds } from './kinds.ts';
import { noticeTranslations } from './translations.ts';

const at = (time: string): number => instantOf('2026-11-18', time);
const quiet = (from: string | null, to: string | null, time: string): boolean =>
  inQuietHours({ quietFrom: from, quietTo: to }, at(time));
const requested = { message: 'approvalRequested', urgent: false };

test('quiet hours may span midnight; their end is exclusive', () => {
  expect(
    ['19:59', '20:00', '23:59', '00:00', '07:59', '08:00'].map((time) => quiet('20:00', '08:00', time)),
  ).toEqual([false, true, true, true, true, false]);
  expect(['12:59', '13:00', '13:59', '14:00'].map((time) => quiet('13:00', '14:00', time))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
test('without both ends there are none', () =>
  expect([
    quiet(null, '08:00', '03:00'),
    quiet('20:00', null, '21:00'),
    quiet('08:00', '08:00', '08:00'),
  ]).toEqual([false, false, false]));

test('by default decisions go to devices and news to the panel', () => {
  expect(channelsOf(noWishes, requested, at('12:00'))).toEqual({ panel: true, sound: true, push: true });
  expect(channelsOf(noWishes, { message: 'approvalGranted', urgent: false }, at('12:00'))).toEqual({
    panel: true,
    sound: true,
    push: false,
  });
});
test('a choice applies to its kind and channel only', () => {
  const wishes = {
    ...noWishes,
    silent: ['approvalExpired'],
    channels: { approvalRequested: { push: false, panel: false } },
  };
  expect(channelsOf(wishes, requested, at('12:00'))).toEqual({ panel: false, sound: true, push: false });
  expect(wanted(wishes, 'approvalDelegated')).toEqual({ panel: true, sound: true, push: true });
  expect(wanted(wishes, 'approvalExpired')).toEqual({ panel: true, sound: false, push: false });
  expect(wanted({ ...noWishes, channels: undefined }, 'constructor')).toEqual({
    panel: true,
    sound: true,
    push: false,
  });
});
test('quiet hours stop sound and push, except for urgent notices', () => {
  const wishes = {
    quietFrom: '20:00',
    quietTo: '08:00',
    channels: { approvalRequested: { panel: false, sound: false, push: false } },
  };
  expect(channelsOf({ ...wishes, channels: {} }, requested, at('23:00'))).toEqual({
    panel: true,
    sound: false,
    push: false,
  });
  expect(channelsOf(wishes, { ...requested, urgent: true }, at('23:00'))).toEqual({
    panel: true,
    sound: true,
    push: true,
  });
  expect(channelsOf(wishes, { message: 'testNotice', urgent: false }, at('23:00')).push).toBe(true);
});

test('every kind has a message and a lock-screen text without personal data', () => {
  for (const language of ['en', 'es'] as const) {
    const translations: Readonly<Record<string, string>> = noticeTranslations[language];
    expect(
      Object.keys(noticeKinds).filter((kind) => !translations[kind] || !translations[`lock.${kind}`]),
    ).toEqual([]);
    expect(
      Object.entries(translations).filter(([key, text]) => key.startsWith('lock.') && text.includes('{{')),
    ).toEqual([]);
  }
  expect(chosenKinds).not.toContain('testNotice');
  expect(noticeKind('somethingNew')).toEqual({ type: 'news', push: false });
});
