// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { fromFranchise } from './franchise.ts';
import { clearStores } from './hints.ts';

afterEach(() => sessionStorage.clear());

test('a session that began at a franchise stays so on every page, until it ends', () => {
  expect(fromFranchise('')).toBe(false);
  expect(fromFranchise('#fromFranchise')).toBe(true);
  expect(fromFranchise('')).toBe(true);
  clearStores();
  expect(fromFranchise('')).toBe(false);
});
