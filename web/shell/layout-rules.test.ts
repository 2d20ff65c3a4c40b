import { expect, test } from 'vitest';
import { isMobile, isSmallest, languageRule, startLanguage, topMenu, topMenuFor } from './layout-rules.ts';

test('the top menu shows ten where there is room, else five and a More of three', () => {
  expect(topMenuFor(1440)).toEqual({ shown: 10, more: 0 });
  expect(topMenuFor(topMenu.roomForTen - 1)).toEqual({ shown: 5, more: 3 });
});

test('mobile is up to 959 for the layout and up to 450 for the menu', () => {
  expect([isMobile(959), isMobile(960)]).toEqual([true, false]);
  expect([isSmallest(450), isSmallest(451)]).toEqual([true, false]);
});

test('English is the default; the other interpretation would use the browser’s English or French', () => {
  expect(languageRule).toBe('chosen');
  expect(['en', 'es', 'fr'].map((browser) => startLanguage('chosen', browser))).toEqual(['en', 'en', 'en']);
  expect(['en-GB', 'fr-CA', 'es', 'de'].map((browser) => startLanguage('browser', browser))).toEqual([
    'en',
    'fr',
    'en',
    'en',
  ]);
});
