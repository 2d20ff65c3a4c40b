// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FetchFile, LoadedPages } from './load-pages.ts';
import { usePages } from './load-pages.ts';
import type { EvidenceFile } from './region.ts';

const locked = Object.assign(new Error('No password given'), { name: 'PasswordException' });
vi.mock('../pdf/open-pdf.ts', () => ({ openPdf: () => Promise.reject(locked) }));

let root: Root;
let loaded: LoadedPages;
const file = (fileId: string, mime: string): EvidenceFile =>
  ({ fileId, mime, name: `${fileId}.x`, rotation: 0 }) as EvidenceFile;
const files = [
  file('huge', 'image/png'),
  file('locked', 'application/pdf'),
  file('text', 'image/jpeg'),
  file('good', 'image/png'),
];
function png(width: number, height: number): ArrayBuffer {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes.buffer;
}
const bytesOf: Readonly<Record<string, ArrayBuffer>> = {
  huge: png(16_320, 12_240),
  good: png(800, 600),
};
const fetchFile = vi.fn<FetchFile>(
  async ({ fileId }) =>
    ({ id: fileId, arrayBuffer: async () => bytesOf[fileId] ?? new ArrayBuffer(4) }) as unknown as Blob,
);
const close = vi.fn();
const decode = vi.fn(async ({ id }: { id: string }) => {
  if (id !== 'good') throw new Error('The source image could not be decoded.');
  return { width: 800, height: 600, close };
});

function Probe({ given = files }: { given?: readonly EvidenceFile[] }): null {
  const now = usePages(given, undefined, fetchFile);
  useEffect(() => void (loaded = now));
  return null;
}
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('createImageBitmap', decode);
  vi.spyOn(console, 'warn').mockReturnValue();
  root = createRoot(document.createElement('div'));
});
afterAll(() => act(() => root.unmount()));

test('a file that cannot be shown says why, and the others are shown', async () => {
  await act(async () => root.render(<Probe />));
  await vi.waitFor(() => expect(loaded.waiting).toBe(0));
  expect(loaded.failure).toBeNull();
  expect(loaded.pages.map(({ fileId, problem }) => [fileId, problem])).toEqual([
    ['huge', 'tooLarge'],
    ['locked', 'locked'],
    ['text', 'broken'],
    ['good', undefined],
  ]);
  // What is too large is not even decoded.
  expect(decode.mock.calls.map(([{ id }]) => id)).toEqual(['text', 'good']);
});

test('a file that joins or leaves fetches none of the others again', async () => {
  const fetched = (): readonly string[] => fetchFile.mock.calls.map(([{ fileId }]) => fileId);
  const [other, third] = [file('other', 'image/png'), file('third', 'image/png')];
  decode.mockImplementation(async () => ({ width: 800, height: 600, close }));
  await act(async () => root.render(<Probe given={[other]} />));
  await vi.waitFor(() => expect(loaded.pages.map(({ fileId }) => fileId)).toEqual(['other']));
  fetchFile.mockClear();
  close.mockClear();
  await act(async () => root.render(<Probe given={[other, third]} />));
  await vi.waitFor(() => expect(loaded.pages.map(({ fileId }) => fileId)).toEqual(['other', 'third']));
  await act(async () => root.render(<Probe given={[third]} />));
  expect(loaded.pages.map(({ fileId }) => fileId)).toEqual(['third']);
  expect(fetched()).toEqual(['third']);
  expect(close).toHaveBeenCalledOnce();
});
