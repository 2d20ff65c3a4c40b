import { expect, test } from 'vitest';
import { AttemptKeys } from './attempt-keys.ts';
import { Failure } from './failure.ts';

const keys = new AttemptKeys();
const keyOf = (change: unknown): Promise<string> => keys.send(change, (key) => Promise.resolve(key));
const failing = (change: unknown, again: boolean): Promise<never> =>
  keys.send(change, () =>
    Promise.reject(new Failure({ code: 'x', message: 'No.', correlationId: 'c' }, again ? 0 : 409, again)),
  );

test('a second attempt at the same change has the key of the first, any other change its own', async () => {
  const first = await keyOf(['bookAppointment', { at: 1 }]);
  expect(await keyOf(['bookAppointment', { at: 1 }])).toBe(first);
  expect(await keyOf(['bookAppointment', { at: 2 }])).not.toBe(first);
  expect(await keyOf(['dispositionCall', { at: 1 }])).not.toBe(first);
});

test('given a lost answer, the change keeps its key; given a refusal, only that change gets another', async () => {
  const [sent, refused] = [await keyOf('sent'), await keyOf('refused')];
  await expect(failing('sent', true)).rejects.toThrow('No.');
  await expect(failing('refused', false)).rejects.toThrow('No.');
  expect(await keyOf('sent')).toBe(sent);
  expect(await keyOf('refused')).not.toBe(refused);
});

test('given that all is done, the same change again is another one', async () => {
  const first = await keyOf('again');
  keys.done();
  expect(await keyOf('again')).not.toBe(first);
});
