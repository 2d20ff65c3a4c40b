import { expect, test } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { headingFor, headingsOf } from '#shared/families/master-sheet.ts';

test('a file with the former label of a field is read; no former label names another field', () => {
  let former = 0;
  for (const def of allMasters())
    for (const language of ['en', 'es'] as const)
      for (const field of def.fields)
        for (const label of field.formerly ?? []) {
          former += 1;
          expect([def.name, headingFor(def, label, language)?.key]).toEqual([def.name, field.name]);
        }
  expect(former).toBeGreaterThan(100);
});

test('the labels of today come first', () => {
  const [def] = allMasters();
  for (const { key, label } of headingsOf(def!, 'en')) expect(headingFor(def!, label)?.key).toBe(key);
});
