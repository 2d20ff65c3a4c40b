import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamName } from '#shared/core/event.ts';
import { allPolicies, allStreams } from '#server/core/registers.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.close());

/** Every event of the demo, in order. */
async function* events() {
  for (let position = 0; ;) {
    const page = await server.server.log.readAfter(position, 1_000);
    if (page.length === 0) return;
    yield* page;
    position = page.at(-1)!.position;
  }
}

test('the command of every policy’s reaction to an event of the demo exists and takes its input', async () => {
  const streams = allStreams();
  const { directory } = server.server.access;
  const wrong = new Set<string>();
  const reacted = new Set<string>();
  for await (const event of events())
    for (const { name, on, react } of allPolicies()) {
      if (!on.includes(event.type)) continue;
      for (const reaction of react(event, { directory })) {
        if (reaction.kind !== 'command') continue;
        reacted.add(name);
        const { stream, command, input } = reaction;
        const def = streams.get(streamName(stream))?.commands[command];
        const taken = def && z.safeParse(def.input, input);
        if (!taken?.success)
          wrong.add(
            `${name}: ${streamName(stream)}/${command} ${taken ? z.prettifyError(taken.error) : 'does not exist'}`,
          );
      }
    }
  expect([...wrong]).toEqual([]);
  expect(reacted.size).toBeGreaterThan(40);
});
