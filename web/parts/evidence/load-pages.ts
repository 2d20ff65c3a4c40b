import { useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { keptFile } from '#web/live/kept-file.ts';
import { pictureSize, tooManyDots } from '#shared/core/picture-size.ts';
import type * as PdfReader from '../pdf/open-pdf.ts';
import type { OpenPdf } from '../pdf/open-pdf.ts';
import type { EvidenceFile } from './region.ts';

/** What keeps a file from being shown: a password, more dots than memory is spent on, or content that is not what it says. */
export type Problem = 'locked' | 'tooLarge' | 'broken';

/** One page that can be drawn upright onto a canvas, up to the requested width. */
export interface EvidencePage {
  readonly fileId: string;
  readonly page: number;
  readonly name: string;
  /** Why its file cannot be shown; it is offered for download then. */
  readonly problem?: Problem;
  readonly blob?: Blob;
  draw(canvas: HTMLCanvasElement): Promise<void>;
}
interface Opened {
  readonly fileId: string;
  readonly pages: readonly EvidencePage[];
  close(): void;
}

/** Browsers fail on larger canvases, some silently. */
const mostDots = 16_000_000;
const widest = 2_400;

function sized(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  rotation: number,
): CanvasRenderingContext2D {
  const turned = rotation % 180 !== 0;
  canvas.width = Math.max(1, Math.round(turned ? height : width));
  canvas.height = Math.max(1, Math.round(turned ? width : height));
  const context = canvas.getContext('2d')!;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((rotation * Math.PI) / 180);
  return context;
}

/** Stands for a file that cannot be shown, so that the others are. */
const unshown = (file: EvidenceFile, blob: Blob, problem: Problem): Opened => ({
  fileId: file.fileId,
  pages: [{ fileId: file.fileId, page: 1, name: file.name, problem, blob, draw: () => Promise.resolve() }],
  close: () => undefined,
});

async function openImage(file: EvidenceFile, blob: Blob): Promise<Opened> {
  if (tooManyDots(pictureSize(new Uint8Array(await blob.arrayBuffer()))))
    return unshown(file, blob, 'tooLarge');
  const bitmap = await createImageBitmap(blob);
  const by = Math.min(1, widest / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width * by, bitmap.height * by];
  const draw = async (canvas: HTMLCanvasElement): Promise<void> => {
    sized(canvas, width, height, file.rotation).drawImage(bitmap, -width / 2, -height / 2, width, height);
  };
  return {
    fileId: file.fileId,
    pages: [{ fileId: file.fileId, page: 1, name: file.name, draw }],
    close: () => bitmap.close(),
  };
}

async function openDocument({ openPdf }: typeof PdfReader, file: EvidenceFile, blob: Blob): Promise<Opened> {
  const pdf: OpenPdf = await openPdf(blob);
  const pages = Array.from({ length: pdf.pages }, (_, at): EvidencePage => ({
    fileId: file.fileId,
    page: at + 1,
    name: file.name,
    async draw(canvas) {
      const page = await pdf.page(at + 1);
      const rotation = (page.rotate + file.rotation) % 360;
      const natural = page.getViewport({ scale: 1, rotation });
      const scale = Math.min(
        widest / Math.max(natural.width, natural.height),
        Math.sqrt(mostDots / (natural.width * natural.height)),
      );
      const viewport = page.getViewport({ scale, rotation });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport }).promise;
    },
  }));
  return { fileId: file.fileId, pages, close: () => pdf.close() };
}

/** Fetches the bytes of a file; the gallery shows its own. */
export type FetchFile = (file: EvidenceFile, signal: AbortSignal) => Promise<Blob>;

export interface LoadedPages {
  readonly pages: readonly EvidencePage[];
  /** Files still loading. */
  readonly waiting: number;
  readonly failure: Failure | null;
  retry(): void;
}

/** The pages of several files in sequence; a file that stays among them is fetched once. */
export function usePages(
  files: readonly EvidenceFile[],
  through: string | undefined,
  fetchFile?: FetchFile,
): LoadedPages {
  const kept = useRef(new Map<string, Opened>());
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const keyOf = ({ fileId, rotation }: EvidenceFile): string => `${fileId}:${rotation} ${through ?? ''}`;
  const key = files.map(keyOf).join('|');
  useEffect(() => {
    const stop = new AbortController();
    const held = kept.current;
    const wanted = new Set(files.map(keyOf));
    for (const [one, file] of held)
      if (!wanted.has(one)) {
        held.delete(one);
        file.close();
      }
    const show = (): void => setOpened(files.flatMap((file) => held.get(keyOf(file)) ?? []));
    show();
    setFailure(null);
    const load = async (): Promise<void> => {
      for (const file of files) {
        if (held.has(keyOf(file))) continue;
        const blob = await (fetchFile
          ? fetchFile(file, stop.signal)
          : keptFile(file.fileId, stop.signal, through));
        const reader = file.mime === 'application/pdf' ? await import('../pdf/open-pdf.ts') : null;
        const one = await (reader ? openDocument(reader, file, blob) : openImage(file, blob)).catch(
          (error: unknown) => {
            console.warn('A file cannot be shown.', error);
            return unshown(file, blob, (error as Error).name === 'PasswordException' ? 'locked' : 'broken');
          },
        );
        if (stop.signal.aborted) return one.close();
        held.set(keyOf(file), one);
        show();
      }
    };
    load().catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureOf(error));
    });
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the files
  }, [key, tries, fetchFile]);
  useEffect(() => {
    const held = kept.current;
    return () => {
      for (const one of held.values()) one.close();
      held.clear();
    };
  }, []);
  const pages = useMemo(() => opened.flatMap((one) => one.pages), [opened]);
  return {
    pages,
    waiting: Math.max(0, files.length - opened.length),
    failure,
    retry: () => setTries(tries + 1),
  };
}
