import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { environmentNames, readConfig } from '#server/config.ts';

const example = parseEnv(readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8'));

test('.env.example holds every variable the server reads, and no other', () => {
  expect(Object.keys(example).toSorted()).toEqual([...environmentNames].toSorted());
});

test('the values of .env.example are the defaults', () => {
  const { port, ...rest } = readConfig(example);
  const { port: defaultPort, ...defaults } = readConfig({});
  expect(rest).toEqual(defaults);
  expect(port.number).toBe(defaultPort.number);
});
