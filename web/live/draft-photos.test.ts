import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeIndexedDb } from '#tests/kit/fake-indexed-db.ts';
import { dropPhoto, dropUnnamedPhotos, keepPhoto, photoOf } from './draft-photos.ts';

let device: ReturnType<typeof fakeIndexedDb>;
const photo = (name: string): File => new File([name], name, { type: 'image/jpeg' });
const names = async (empId: number, ...ids: readonly string[]): Promise<readonly (string | undefined)[]> =>
  Promise.all(ids.map(async (id) => (await photoOf(empId, id))?.name));

beforeEach(() => {
  device = fakeIndexedDb();
  vi.stubGlobal('indexedDB', device.indexedDB);
});
afterEach(() => void vi.unstubAllGlobals());

test('given a kept photo, then only its person finds it, until it is dropped', async () => {
  expect(await keepPhoto(162, 'a', photo('door.jpg'))).toBe(true);
  expect(await names(162, 'a')).toEqual(['door.jpg']);
  expect(await names(163, 'a')).toEqual([undefined]);
  await dropPhoto('a');
  expect(await names(162, 'a')).toEqual([undefined]);
});
test('given a device that is full, when it takes back what it had accepted, then the photo is not kept', async () => {
  device.full = true;
  expect(await keepPhoto(162, 'a', photo('door.jpg'))).toBe(false);
  expect(await names(162, 'a')).toEqual([undefined]);
});
test('given a photo that is dropped while it is being kept, then it is gone', async () => {
  await Promise.all([keepPhoto(162, 'a', photo('blurred.jpg')), dropPhoto('a')]);
  expect(await names(162, 'a')).toEqual([undefined]);
});
test('given photos that no draft of this person names, then they are deleted, whoever they were of', async () => {
  await keepPhoto(162, 'a', photo('door.jpg'));
  await keepPhoto(162, 'b', photo('orphan.jpg'));
  await keepPhoto(163, 'c', photo('other.jpg'));
  await dropUnnamedPhotos(162, () => new Set(['a', 'c']));
  expect(await names(162, 'a', 'b')).toEqual(['door.jpg', undefined]);
  expect(await names(163, 'c')).toEqual([undefined]);
});
