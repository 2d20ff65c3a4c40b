import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import type { OpenPdf } from './open-pdf.ts';

const namespace = 'pdf-pages';
addTranslations(
  namespace,
  translations({
    en: {
      loading: 'Loading',
      page: 'Page {{n}} of {{count}} of {{name}}',
      where: 'Page {{n}} of {{count}}',
      before: 'Previous page',
      next: 'Next page',
      locked: 'This PDF is protected by a password. Download it and open it with the password.',
      broken: 'This PDF cannot be read: the file is damaged or is not a PDF.',
      unfetched: 'The PDF viewer could not be loaded. Close this and open it again, or download the PDF.',
    },
    es: {
      loading: 'Cargando',
      page: 'Página {{n}} de {{count}} de {{name}}',
      where: 'Página {{n}} de {{count}}',
      before: 'Página anterior',
      next: 'Página siguiente',
      locked: 'Este PDF está protegido con una contraseña. Descárguelo y ábralo con la contraseña.',
      broken: 'Este PDF no se puede leer: el archivo está dañado o no es un PDF.',
      unfetched: 'No se pudo cargar el visor de PDF. Cierre y ábralo de nuevo, o descargue el PDF.',
    },
  }),
);

type Trouble = 'locked' | 'broken' | 'unfetched';
/** Maximum canvas pixels: browsers fail on larger ones, some silently. */
const mostDots = 16_000_000;
const enlarged = 2;

export interface PdfPagesProps {
  readonly blob: Blob;
  readonly name: string;
  /** Rotation in degrees, set by the reader. */
  readonly turned: number;
  readonly zoom: { readonly large: boolean; readonly label: string; onZoom(): void };
  readonly turn: ReactNode;
  readonly save: ReactNode;
}

/** A PDF page by page, at full width. */
export function PdfPages({ blob, name, turned, zoom, turn, save }: PdfPagesProps): ReactNode {
  const { t } = useTranslations(namespace);
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [number, setNumber] = useState(1);
  useEffect(() => {
    let here = true;
    let opened: OpenPdf | null = null;
    setTrouble(null);
    const open = async (): Promise<void> => {
      const reader = await import('./open-pdf.ts').catch((reason: unknown) => {
        console.warn('What shows PDFs could not be fetched.', reason);
        return null;
      });
      if (!here) return;
      if (!reader) return setTrouble('unfetched');
      const found = await reader.openPdf(blob).catch((error: unknown) => error as Error);
      if (found instanceof Error)
        return void (here && setTrouble(found.name === 'PasswordException' ? 'locked' : 'broken'));
      if (!here) return found.close();
      opened = found;
      setPdf(found);
    };
    void open();
    return () => {
      here = false;
      opened?.close();
    };
  }, [blob]);
  return (
    <div className="ops-preview">
      {trouble ? (
        <p className="ops-muted" role="status">
          {t(trouble)}
        </p>
      ) : pdf ? (
        <div className="ops-picture" data-large={zoom.large || undefined}>
          <button type="button" className="ops-picture-button" aria-label={zoom.label} onClick={zoom.onZoom}>
            <Sheet
              pdf={pdf}
              number={number}
              turned={turned}
              wide={zoom.large ? enlarged : 1}
              label={t('page', { n: number, count: pdf.pages, name })}
              onBroken={() => setTrouble('broken')}
            />
          </button>
        </div>
      ) : (
        <p className="ops-muted ops-late" role="status">
          {t('loading')}
        </p>
      )}
      <div className="ops-preview-tools">
        {pdf && !trouble && (
          <div className="ops-pages">
            <ActionIcon
              aria-label={t('before')}
              disabled={number === 1}
              onClick={() => setNumber(number - 1)}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <span className="ops-figures" aria-live="polite">
              {t('where', { n: number, count: pdf.pages })}
            </span>
            <ActionIcon
              aria-label={t('next')}
              disabled={number === pdf.pages}
              onClick={() => setNumber(number + 1)}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </div>
        )}
        {pdf && !trouble && turn}
        {save}
      </div>
    </div>
  );
}

interface SheetProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly turned: number;
  /** Zoom factor relative to the available width. */
  readonly wide: number;
  readonly label: string;
  onBroken(): void;
}

/** One page, redrawn when it changes, is rotated or zoomed; `data-drawn` identifies the drawing. */
function Sheet({ pdf, number, turned, wide, label, onBroken }: SheetProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const broken = useRef(onBroken);
  broken.current = onBroken;
  useEffect(() => {
    let here = true;
    let stop = (): void => {};
    const draw = async (): Promise<void> => {
      const page = await pdf.page(number);
      const target = canvas.current;
      if (!here || !target) return;
      const rotation = (page.rotate + turned) % 360;
      const room = target.closest('.ops-picture')!.clientWidth;
      const natural = page.getViewport({ scale: 1, rotation });
      const scale = (room * wide) / natural.width;
      const dots = Math.min(
        devicePixelRatio,
        Math.sqrt(mostDots / (natural.width * scale * natural.height * scale)),
      );
      const viewport = page.getViewport({ scale: scale * dots, rotation });
      delete target.dataset['drawn'];
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      target.style.width = `${Math.floor(natural.width * scale)}px`;
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
      target.dataset['drawn'] = String(number);
    };
    draw().catch((error: unknown) => {
      if (here && (error as Error).name !== 'RenderingCancelledException') broken.current();
    });
    return () => {
      here = false;
      stop();
    };
  }, [pdf, number, turned, wide]);
  return <canvas ref={canvas} className="ops-sheet" role="img" aria-label={label} />;
}
