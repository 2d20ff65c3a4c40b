// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { frame } from './frame.ts';
import { dirOf } from './language.ts';
import {
  addTranslations,
  languageNow,
  translateFrame,
  setLanguage,
  startTranslations,
} from './translations.ts';

beforeAll(async () => {
  await startTranslations();
});

test('the frame has both languages, plurals included, and marks the document', async () => {
  expect(translateFrame('grid.held', { count: 1 })).toBe('1 new');
  expect(document.documentElement.lang).toBe('en');
  await setLanguage('es');
  expect(languageNow()).toBe('es');
  expect(document.documentElement.lang).toBe('es');
  expect(translateFrame('grid.held', { count: 1 })).toBe('1 nuevo');
  expect(translateFrame('grid.held', { count: 12 })).toBe('12 nuevos');
  expect(localStorage.getItem('ops-language')).toBe('es');
  await setLanguage('en');
});

test('both languages use the same placeholders in every phrase', () => {
  const holes = (text: string): string[] =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? '').sort();
  for (const key of Object.keys(frame.en) as (keyof typeof frame.en)[])
    expect(holes(frame.es[key]), key).toEqual(holes(frame.en[key]));
});

test('no phrase was left in English', () => {
  const same = Object.keys(frame.en).filter(
    (key) => frame.en[key as keyof typeof frame.en] === frame.es[key as keyof typeof frame.es],
  );
  expect(same).toEqual(['no', 'source.state', 'grid.no', 'keys.panel']);
});

test('a member may bring its own translations', () => {
  addTranslations('probe', { en: { title: 'Sign-ups' }, es: { title: 'Altas' } });
  expect(translateFrame('title' as never, { ns: 'probe' })).toBe('Sign-ups');
});

test('direction follows the language', () => {
  expect(dirOf('es')).toBe('ltr');
  expect(dirOf('ar-EG')).toBe('rtl');
});
