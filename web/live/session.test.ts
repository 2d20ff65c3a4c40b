import { expect, test } from 'vitest';
import { createSession } from './session.ts';

/** Tabs of one browser that receive each other's messages. */
function tabs(count: number) {
  const channels = Array.from({ length: count }, () => ({
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (_message: unknown): void => {},
  }));
  for (const channel of channels) {
    channel.postMessage = (message) => {
      for (const other of channels)
        if (other !== channel) queueMicrotask(() => other.onmessage?.({ data: structuredClone(message) }));
    };
  }
  const stores = channels.map(() => new Map<string, string>());
  return channels.map((channel, index) => {
    const store = stores[index] as Map<string, string>;
    return createSession(
      {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
      channel,
    );
  });
}

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

test('a new tab gets the token from the others, and waits only a moment when there is none', async () => {
  const [one, two] = tabs(2) as [ReturnType<typeof createSession>, ReturnType<typeof createSession>];
  expect(await two.prompt(20)).toBeNull();
  one.begin('t');
  await turn();
  expect(two.now().token).toBe('t');
  expect(await two.prompt()).toBe('t');
});

test('signing out signs out every tab, without an error', async () => {
  const [one, two] = tabs(2) as [ReturnType<typeof createSession>, ReturnType<typeof createSession>];
  one.begin('t');
  await turn();
  two.leave();
  await turn();
  expect(one.now()).toEqual({ token: null, ended: null });
});

test('an ended session gives its reason in every tab', async () => {
  const [one, two, three] = tabs(3) as [
    ReturnType<typeof createSession>,
    ReturnType<typeof createSession>,
    ReturnType<typeof createSession>,
  ];
  one.begin('t');
  await turn();
  three.begin('newer');
  two.end('passwordChanged');
  await turn();
  expect(one.now()).toEqual({ token: null, ended: 'passwordChanged' });
  expect(three.now().token).toBe('newer');
});

test('without a token and a server the console is away until it can ask; a session in hand is not given up', async () => {
  const [one, two] = tabs(2) as [ReturnType<typeof createSession>, ReturnType<typeof createSession>];
  one.goAway();
  expect(one.now()).toEqual({ token: null, ended: 'away' });
  one.end('closed');
  expect(one.now()).toEqual({ token: null, ended: 'closed' });
  two.begin('t');
  await turn();
  two.goAway();
  expect([one.now(), two.now()]).toEqual([
    { token: 't', ended: null },
    { token: 't', ended: null },
  ]);
});
