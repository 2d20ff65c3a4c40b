import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import webPush from 'web-push';
import { isPair, openVapid, vapidFile } from './vapid.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vapid-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const none = { vapid: undefined, publicUrl: undefined };

test('keys are made once and stored, readable by their owner only', () => {
  const place = join(folder(), 'data');
  const first = openVapid(none, place);
  expect(isPair(first)).toBe(true);
  expect(openVapid(none, place)).toEqual(first);
  expect(statSync(join(place, vapidFile)).mode & 0o777).toBe(0o600);
  expect(first.subject).toMatch(/^mailto:/);
});
test('configured keys take precedence, and nothing is written', () => {
  const keys = webPush.generateVAPIDKeys();
  const place = folder();
  expect(openVapid({ vapid: keys, publicUrl: 'https://ops.example.org' }, place)).toEqual({
    ...keys,
    subject: 'https://ops.example.org',
  });
  expect(() => statSync(join(place, vapidFile))).toThrow('ENOENT');
});
test('keys that do not form a pair stop the start with one clear line', () => {
  const [one, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];
  const mixed = { publicKey: one.publicKey, privateKey: other.privateKey };
  expect(() => openVapid({ vapid: mixed, publicUrl: undefined }, folder())).toThrow(
    /^VAPID: the two keys are no pair/,
  );
  const place = folder();
  writeFileSync(join(place, vapidFile), JSON.stringify(mixed));
  expect(() => openVapid(none, place)).toThrow(vapidFile);
  expect(isPair({ publicKey: 'x', privateKey: '' })).toBe(false);
});
