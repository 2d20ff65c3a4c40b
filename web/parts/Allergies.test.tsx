// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';

await startTranslations();
const { Allergies } = await import('./Allergies.tsx');

const shown = (names: readonly string[], asked: boolean): readonly (readonly [string, string])[] =>
  [
    ...renderToStaticMarkup(<Allergies allergies={names.map((name) => ({ name }))} asked={asked} />).matchAll(
      /data-tone="(\w+)"[^>]*>([^<]+)/g,
    ),
  ].map(([, tone, text]) => [tone!, text!]);

test('each allergy is an alert; none known is quiet, and not asked is a warning', () => {
  expect(shown(['Penicillin', 'Sulfa'], true)).toEqual([
    ['danger', 'Allergy: Penicillin'],
    ['danger', 'Allergy: Sulfa'],
  ]);
  expect(shown([], true)).toEqual([['muted', 'No known allergies']]);
  expect(shown([], false)).toEqual([['warn', 'Allergies not asked yet']]);
});
