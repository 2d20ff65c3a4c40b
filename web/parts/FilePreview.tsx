import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { translations } from '#shared/core/translations.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { keptFile } from '#web/live/kept-file.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { IconDownload, IconRotate } from './icons.ts';
import { PdfPages } from './pdf/PdfPages.tsx';
import { ErrorState } from './states.tsx';
import './file-preview.css';

const namespace = 'file-preview';
addTranslations(
  namespace,
  translations({
    en: {
      loading: 'Loading',
      previewOf: 'Preview of {{name}}',
      zoomIn: 'Larger',
      zoomOut: 'Smaller',
      turn: 'Rotate',
      save: 'Download',
    },
    es: {
      loading: 'Cargando',
      previewOf: 'Vista previa de {{name}}',
      zoomIn: 'Más grande',
      zoomOut: 'Más pequeño',
      turn: 'Girar',
      save: 'Descargar',
    },
  }),
);

export interface PreviewedFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
}

/**
 * Shows an uploaded file as large as possible, or its type; `through` names the record it is opened through.
 */
export function FilePreview({
  file,
  through,
  load,
}: {
  file: PreviewedFile;
  through?: string;
  /** The source of its bytes; by default an upload, opened through the record. */
  load?: (fileId: string, signal: AbortSignal) => Promise<Blob>;
}): ReactNode {
  const { t } = useTranslations(namespace);
  const [kept, setKept] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turned, setTurned] = useState(0);
  const [large, setLarge] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    setFailure(null);
    (load ? load(file.fileId, stop.signal) : keptFile(file.fileId, stop.signal, through)).then(
      (blob) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setKept({ blob, url: made });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [file.fileId, through, load, tries]);

  if (failure)
    return (
      <ErrorState
        failure={failure}
        {...(failure.status === 404 ? {} : { onRetry: () => setTries(tries + 1) })}
      />
    );
  if (!kept)
    return (
      <p className="ops-muted ops-late" role="status">
        {t('loading')}
      </p>
    );
  const turn = (
    <ActionIcon aria-label={t('turn')} onClick={() => setTurned((turned + 90) % 360)}>
      <IconRotate size={16} />
    </ActionIcon>
  );
  const save = (
    <Button
      component="a"
      href={kept.url}
      download={file.name}
      variant="default"
      leftSection={<IconDownload size={14} />}
    >
      {t('save')}
    </Button>
  );
  const zoom = { large, label: large ? t('zoomOut') : t('zoomIn'), onZoom: () => setLarge(!large) };
  if (file.mime === 'application/pdf')
    return <PdfPages blob={kept.blob} name={file.name} turned={turned} zoom={zoom} turn={turn} save={save} />;
  return (
    <div className="ops-preview">
      <div className="ops-picture" data-large={large || undefined}>
        <button type="button" className="ops-picture-button" aria-label={zoom.label} onClick={zoom.onZoom}>
          <img
            src={kept.url}
            alt={t('previewOf', { name: file.name })}
            style={{ transform: `rotate(${turned}deg)` }}
          />
        </button>
      </div>
      <div className="ops-preview-tools">
        {turn}
        {save}
      </div>
    </div>
  );
}
