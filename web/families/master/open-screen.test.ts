import { expect, test } from 'vitest';
import { mainFirst } from '#shared/families/main-first.ts';
import * as register from '#shared/masters/index.ts';
import type { PersonHere } from '#web/live/person.ts';
import { screenFor } from './open-screen.ts';

const who = (...rights: string[]): PersonHere =>
  ({ admin: false, rights: new Set(rights) }) as unknown as PersonHere;
const masters = { byName: new Map(mainFirst(register).map((def) => [def.name, def])), byKind: new Map() };

test('a record is linked to the screen that its reader may open, the main one before the others', () => {
  const [list, full] = ['Masters/customerMaster:view', 'Masters/customerMasterV2:view'];
  expect(screenFor(masters, 'customer', who(list, full))?.route).toBe('masters/customerMaster');
  expect(screenFor(masters, 'customer', who(full))?.route).toBe('masters/customerMasterV2');
  expect(screenFor(masters, 'customer', who())).toBeUndefined();
  expect(
    screenFor(masters, 'employee', who('Masters/allowdayStart:view', 'Masters/emplist:view'))?.route,
  ).toBe('masters/emplist');
  expect(screenFor(masters, 'noSuchKind', { ...who(), admin: true })).toBeUndefined();
});
