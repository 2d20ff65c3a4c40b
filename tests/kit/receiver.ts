import { openSourcesServer } from './sources-server.ts';

/**
 * A process that receives webhooks, for tests that kill it: `node receiver.ts <database url> <secret>
 * <clock>`; prints its port.
 */
const [url, secret, now] = process.argv.slice(2);
const server = await openSourcesServer({
  url: url!,
  secrets: new Map([
    ['lead', [secret!]],
    ['customer', [secret!]],
  ]),
  now: Number(now),
});
const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(address).port}`);
