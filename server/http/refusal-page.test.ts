import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '#shared/core/refusal.ts';
import { sendBadAddress, sendRefusal, type HttpParts } from './every-request.ts';

let app: FastifyInstance;
const page = '/customerApp/taxInvoice/:uId';
const said = { en: 'Try again in 7 s. <b>', es: 'Inténtelo en 7 s. <b>' } as const;
const translate: HttpParts['translate'] = (_code, _values, language) => said[language];

beforeAll(async () => {
  app = fastify({
    frameworkErrors: (error, request, reply) =>
      sendBadAddress({ translate, https: false }, error, request, reply),
  });
  app.decorateRequest('correlationId', '3a74c18f-0000');
  app.decorateRequest('viewer', null);
  for (const url of [page, '/feeds/x'])
    app.get(url, { config: { need: 'public' } }, (request, reply) => {
      void reply.header('retry-after', '7');
      return sendRefusal({ translate }, request, reply, refuse('tooMany', 429, { seconds: 7 }));
    });
  await app.ready();
});
afterAll(() => app.close());

const open = (url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers });

test('given a customer’s page that is opened too often, then a page says so in words, and when to come again', async () => {
  const answer = await open('/customerApp/taxInvoice/x');
  expect(answer.statusCode).toBe(429);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '7',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(answer.body).toContain('<html lang="en">');
  expect(answer.body).toContain('<p>Try again in 7 s. &lt;b&gt;</p>');
});
test('given a language in the address or of the reader, then the page is in it', async () => {
  for (const answer of [
    await open('/customerApp/taxInvoice/x?language=es'),
    await open('/customerApp/taxInvoice/x', { 'accept-language': 'es-ES,es;q=0.9' }),
  ]) {
    expect(answer.body).toContain('<html lang="es">');
    expect(answer.body).toContain('Inténtelo en 7 s.');
  }
  const english = await open('/customerApp/taxInvoice/x?language=en', { 'accept-language': 'es' });
  expect(english.body).toContain('<html lang="en">');
});
test('given a browser that opens any other address as a page, then it gets a page; a program gets its JSON', async () => {
  expect((await open('/feeds/x', { 'sec-fetch-mode': 'navigate' })).headers['content-type']).toContain(
    'html',
  );
  expect((await open('/feeds/x')).json()).toMatchObject({ code: 'tooMany', correlationId: '3a74c18f-0000' });
});
test('given an address that the router itself rejects, then the answer is the refusal, as a page to a browser', async () => {
  expect((await open('/%E0%A4%A')).json()).toMatchObject({ code: 'badFormat' });
  const page = await open('/%E0%A4%A', { 'sec-fetch-mode': 'navigate' });
  expect(page.statusCode).toBe(400);
  expect(page.headers['content-type']).toContain('html');
});
