import { expect, test } from 'vitest';
import {
  formatAge,
  formatAgo,
  formatBytes,
  formatCountdown,
  formatDate,
  formatInstant,
  formatMoment,
  formatMoney,
  formatNumber,
  formatTime,
  setNumberLanguage,
} from './formats.ts';

test('dates are DD-MM-YYYY and times are IST, over midnight too', () => {
  expect(formatDate('2026-11-20')).toBe('20-11-2026');
  expect(formatDate('2026-11-20T18:29:59.000Z')).toBe('20-11-2026');
  expect(formatDate('2026-11-20T18:30:00.000Z')).toBe('21-11-2026');
  expect(formatTime('2026-11-20T18:30:00.000Z')).toBe('00:00');
  expect(formatInstant('2026-11-20T05:07:00.000Z')).toBe('20-11-2026 10:37');
  expect(formatMoment('2026-11-20T05:07:00.000Z', Date.parse('2026-11-20T10:00:00.000Z'))).toBe('10:37');
  expect(formatMoment('2026-11-19T05:07:00.000Z', Date.parse('2026-11-20T10:00:00.000Z'))).toBe(
    '19-11-2026 10:37',
  );
  expect(formatDate('nonsense')).toBe('');
});

test('money is rupees in Indian groups from paise', () => {
  expect(formatMoney(12_345_678)).toBe('₹1,23,456.78');
  expect(formatMoney(0)).toBe('₹0.00');
  expect(formatMoney(5)).toBe('₹0.05');
  expect(formatMoney(-99_999)).toBe('−₹999.99');
  expect(formatMoney(100_000)).toBe('₹1,000.00');
  expect(formatMoney(1_234_567_890_12)).toBe('₹1,23,45,67,890.12');
});

test('numbers and money follow the language', () => {
  expect(formatMoney(12_345_678, 'es')).toBe('₹123.456,78');
  expect(formatNumber(1_234_567.5, 2, 'es')).toBe('1.234.567,5');
  setNumberLanguage('es');
  expect([formatMoney(-5), formatNumber(1_000), formatBytes(1_468_006)]).toEqual([
    '−₹0,05',
    '1.000',
    '1,4 MB',
  ]);
  setNumberLanguage('en');
});

test('numbers drop idle zeros and keep the sign', () => {
  expect(formatNumber(123_456.7)).toBe('1,23,456.7');
  expect(formatNumber(-0.001)).toBe('0');
  expect(formatNumber(-1.5)).toBe('−1.5');
  expect(formatNumber(Number.NaN)).toBe('');
});

test('ages and countdowns are short', () => {
  expect(formatAge(-5)).toBe('0 s');
  expect(formatAge(59_999)).toBe('59 s');
  expect(formatAge(2 * 60_000)).toBe('2 min');
  expect(formatAge((3 * 60 + 18) * 60_000)).toBe('3 h 18');
  expect(formatAge(52 * 3_600_000)).toBe('2 d 4 h');
  expect(formatCountdown(42_000)).toBe('0:42');
  expect(formatCountdown(-65_000)).toBe('−1:05');
  expect(formatCountdown(70 * 60_000)).toBe('1 h 10');
  expect(formatCountdown(3 * 86_400_000)).toBe('3 d');
});

test('formats ages and file sizes', () => {
  expect(formatAgo(180_000, 'en')).toBe('3 minutes ago');
  expect(formatAgo(180_000, 'es')).toBe('hace 3 minutos');
  expect(formatAgo(-7_200_000, 'es')).toBe('dentro de 2 horas');
  expect(formatBytes(1_468_006)).toBe('1.4 MB');
});
