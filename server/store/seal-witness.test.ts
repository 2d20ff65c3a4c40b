import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openWitness, witnessFile } from './seal-witness.ts';

test("two nodes that share a folder do not overwrite each other's witness", async () => {
  const folder = temporaryFolder('ops-witness-');
  const nodes = [openWitness(folder), openWitness(folder)];
  for (let position = 1; position <= 100; position += 1)
    await Promise.all(nodes.map((one) => one.saw('log', { position, hash: Buffer.alloc(32, position) })));
  expect(openWitness(folder).last('log')).toEqual({ position: 100, hash: Buffer.alloc(32, 100) });
  expect(readdirSync(folder)).toEqual([witnessFile]);
});
