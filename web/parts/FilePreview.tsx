import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { words } from '#shared/core/words.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { fileUrl } from '#web/live/file-url.ts';
import { addWords, useWords } from '#web/words/words.ts';
import { IconDownload, IconRotate } from './icons.ts';
import { ErrorState } from './states.tsx';
import './file-preview.css';

const namespace = 'file-preview';
addWords(
  namespace,
  words({
    en: {
      loading: 'Loading',
      previewOf: 'Preview of {{name}}',
      zoomIn: 'Larger',
      zoomOut: 'Smaller',
      turn: 'Turn',
      save: 'Save to this machine',
      noPicture: 'Save it to look at it: this kind of file is not shown here.',
    },
    es: {
      loading: 'Cargando',
      previewOf: 'Vista previa de {{name}}',
      zoomIn: 'Más grande',
      zoomOut: 'Más pequeño',
      turn: 'Girar',
      save: 'Guardar en este equipo',
      noPicture: 'Guárdelo para verlo: esta clase de archivo no se muestra aquí.',
    },
  }),
);

export interface PreviewedFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
}

/** A kept file as large as there is room, or what it is; `through` names the record it is opened of. */
export function FilePreview({ file, through }: { file: PreviewedFile; through?: string }): ReactNode {
  const { t } = useWords(namespace);
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turned, setTurned] = useState(0);
  const [large, setLarge] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    setFailure(null);
    fileUrl(file.fileId, stop.signal, through).then(
      (found) => {
        made = found;
        if (stop.signal.aborted) URL.revokeObjectURL(found);
        else setUrl(found);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [file.fileId, through, tries]);

  if (failure) return <ErrorState failure={failure} {...(failure.status === 404 ? {} : { onRetry: () => setTries(tries + 1) })} />;
  if (!url)
    return (
      <p className="ops-muted ops-late" role="status">
        {t('loading')}
      </p>
    );
  const picture = file.mime !== 'application/pdf';
  return (
    <div className="ops-preview">
      {picture ? (
        <div className="ops-picture" data-large={large || undefined}>
          <button type="button" className="ops-picture-button" aria-label={large ? t('zoomOut') : t('zoomIn')} onClick={() => setLarge(!large)}>
            <img src={url} alt={t('previewOf', { name: file.name })} style={{ transform: `rotate(${turned}deg)` }} />
          </button>
        </div>
      ) : (
        <p className="ops-muted">{t('noPicture')}</p>
      )}
      <div className="ops-preview-tools">
        {picture && (
          <ActionIcon aria-label={t('turn')} onClick={() => setTurned((turned + 90) % 360)}>
            <IconRotate size={16} />
          </ActionIcon>
        )}
        <Button component="a" href={url} download={file.name} variant="default" leftSection={<IconDownload size={14} />}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}
