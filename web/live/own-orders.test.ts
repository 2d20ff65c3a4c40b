import { expect, test } from 'vitest';
import { OwnOrders } from './own-orders.ts';

test('what this tab changed itself is no conflict, what others changed in between is', async () => {
  const orders = new OwnOrders();
  const sent: (number | null | undefined)[] = [];
  const send = (seen: number | undefined, version: number) =>
    orders.send('signup-1', seen, async (with_) => {
      sent.push(with_);
      return { version };
    });
  await send(undefined, 4); // a tick on what was seen at 3
  await send(undefined, 5);
  await send(3, 6); // the list still shows 3: all since is our own
  await send(2, 7); // seen before somebody else made 3
  await send(undefined, 9); // somebody made 8
  await send(6, 10);
  await send(8, 11);
  expect(sent).toEqual([undefined, undefined, 5, 2, undefined, 6, 10]);
});

test('orders to one stream go out one after the other, to others at once; a failure stops nothing', async () => {
  const orders = new OwnOrders();
  const log: string[] = [];
  let free = (): void => undefined;
  const gate = new Promise<void>((done) => (free = done));
  const first = orders.send('a', null, async () => {
    log.push('a1');
    await gate;
    throw new Error('lost');
  });
  const second = orders.send('a', 1, async () => (log.push('a2'), { version: 2 }));
  await orders.send('b', 1, async () => (log.push('b'), { version: 2 }));
  expect(log).toEqual(['a1', 'b']);
  free();
  await expect(first).rejects.toThrow('lost');
  await second;
  expect(log).toEqual(['a1', 'b', 'a2']);
});
