import { expect, test } from 'vitest';
import { PersonalCommands } from './personal-commands.ts';

test('this tab’s own changes are no conflict, those of others in between are', async () => {
  const commands = new PersonalCommands();
  const sent: (number | null | undefined)[] = [];
  const send = (seen: number | undefined, version: number) =>
    commands.send('signup-1', seen, async (with_) => {
      sent.push(with_);
      return { version };
    });
  await send(undefined, 4); // a click on version 3
  await send(undefined, 5);
  await send(3, 6); // the list still shows 3: everything since is our own
  await send(2, 7); // seen before somebody else wrote 3
  await send(undefined, 9); // somebody else wrote 8
  await send(6, 10);
  await send(8, 11);
  expect(sent).toEqual([undefined, undefined, 5, 2, undefined, 6, 10]);
});

test('commands to one stream are serialized, others are concurrent; a failure stops nothing', async () => {
  const commands = new PersonalCommands();
  const log: string[] = [];
  let free = (): void => undefined;
  const gate = new Promise<void>((done) => (free = done));
  const first = commands.send('a', null, async () => {
    log.push('a1');
    await gate;
    throw new Error('lost');
  });
  const second = commands.send('a', 1, async () => (log.push('a2'), { version: 2 }));
  await commands.send('b', 1, async () => (log.push('b'), { version: 2 }));
  expect(log).toEqual(['a1', 'b']);
  free();
  await expect(first).rejects.toThrow('lost');
  await second;
  expect(log).toEqual(['a1', 'b', 'a2']);
});
