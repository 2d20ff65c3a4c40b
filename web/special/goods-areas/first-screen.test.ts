import { expect, it } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import { areas, firstScreen } from './first-screen.ts';

it('opens the first list that a person may see, or none', () => {
  expect(firstScreen('po', () => true)).toBe('/purchaseanddispatch/PoList');
  expect(firstScreen('gre', (permission) => permission === 'Inventory/qcList:view')).toBe(
    '/purchaseanddispatch/qcList',
  );
  expect(firstScreen('gre', () => false)).toBeNull();
});
it('names screens that exist, in their owner’s spelling', () => {
  const known = new Set(screens.map(({ path }) => path));
  for (const entity of Object.values(areas).flat()) expect(known).toContain(`/purchaseanddispatch/${entity}`);
});
