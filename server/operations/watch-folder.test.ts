import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hung } from '#tests/kit/patience.ts';
import { watchFolder } from './watch-folder.ts';

async function watched() {
  const home = mkdtempSync(join(tmpdir(), 'ops-watch-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'data');
  mkdirSync(folder);
  const lines: string[] = [];
  const stop = await watchFolder(
    folder,
    (line) => void lines.push(line),
    (error) => void lines.push(String(error)),
  );
  onTestFinished(stop);
  return { folder, lines };
}

test('a folder that was removed is missed', async () => {
  const { folder, lines } = await watched();
  rmSync(folder, { recursive: true });
  await vi.waitUntil(() => lines.length > 0, hung.wait);
  expect(lines).toEqual([
    `The data folder ${folder} is gone. This node ends; put the folder back and start it again.`,
  ]);
});

test('another folder in its place is noticed, even where it is given the same inode', async () => {
  const { folder, lines } = await watched();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await vi.waitUntil(() => lines.length > 0, hung.wait);
  expect(lines).toEqual([
    `The data folder ${folder} was replaced by another one. This node ends; start it again on the right folder.`,
  ]);
});
