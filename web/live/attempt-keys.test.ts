import { describe, expect, test } from 'vitest';
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

describe('changes of one record', () => {
  const press = async (...changes: readonly string[]): Promise<readonly string[]> => {
    keys.press();
    return Promise.all(
      changes.map((change) => keys.send(change, (key) => Promise.resolve(key), 'product-7')),
    );
  };

  test('given that it was switched on, then off, then on again, each is another change', async () => {
    const [on, off, onAgain, offAgain] = [
      await press('on'),
      await press('off'),
      await press('on'),
      await press('off'),
    ];
    expect(new Set([on, off, onAgain, offAgain].flat()).size).toBe(4);
    expect(await press('off')).toEqual(offAgain);
  });

  test('given several changes of one press, another press of the same repeats all under their keys', async () => {
    const [first, second] = await press('line 1', 'line 2');
    expect(await press('line 1')).toEqual([first]);
    expect(await press('line 1', 'line 2')).toEqual([first, second]);
  });

  test('given that another record was changed in between, the change keeps its key', async () => {
    const first = await press('kept');
    keys.press();
    await keys.send('other', (key) => Promise.resolve(key), 'product-8');
    expect(await press('kept')).toEqual(first);
  });
});
