import { expect, test } from 'vitest';
import { language } from '../../masters/language.ts';
import { moveLeases } from './holds.ts';

type Holding = Parameters<typeof moveLeases>[3];
const renamed = (owner: string | null) =>
  moveLeases(
    language,
    { vCode: 'KN', vName: 'O’Brien', vIsoCode: 'kn' },
    { vCode: 'KN', vName: 'Kannada', vIsoCode: 'kn' },
    {
      id: 'language-1',
      read: {
        "key:vName:o'brien": { owner },
        'key:vCode:kn': { owner: 'master-language-1' },
        'key:vIsoCode:kn': { owner: 'master-language-1' },
      },
    } as unknown as Holding,
  );

test('a renamed record releases the key of its old name', () => {
  expect(renamed('master-language-1')).toMatchObject([
    { type: 'KeyReserved', stream: 'unique-master-language-vName-kannada' },
    { type: 'KeyReleased', stream: "unique-master-language-vName-o'brien" },
  ]);
});

test('but not where another record has reserved that key meanwhile', () => {
  expect(renamed('master-language-2')).toMatchObject([
    { type: 'KeyReserved', stream: 'unique-master-language-vName-kannada' },
  ]);
});
