import { openSourcesHouse } from './sources-house.ts';

/** A process of its own that takes webhooks, to be killed: `node receiver.ts <database url> <secret> <clock>`; prints its port. */
const [url, secret, now] = process.argv.slice(2);
const house = await openSourcesHouse({
  url: url!,
  secrets: new Map([
    ['lead', [secret!]],
    ['customer', [secret!]],
  ]),
  now: Number(now),
});
const address = await house.app.listen({ port: 0, host: '127.0.0.1' });
console.log(`port ${new URL(address).port}`);
