import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { SignupDocument } from '#shared/streams/customers/signup/fields.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { IconDownload, IconFile, IconPhoto, IconRotate } from '#web/parts/icons.ts';
import { ErrorState } from '#web/parts/states.tsx';
import { fileUrl } from './file-blob.ts';
import { usePanelWords } from './words.ts';

/** The papers of the case; a click opens one over the list, as large as there is room. */
export function Documents({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelWords();
  const [open, setOpen] = useState<SignupDocument | null>(null);
  return (
    <section className="su-part">
      <h3>
        {t('documents')} <span className="ops-muted ops-figures">{record.documents.length}</span>
      </h3>
      {record.documents.length === 0 && <p className="su-none ops-muted">{t('noDocuments')}</p>}
      <div className="su-docs">
        {record.documents.map((document) => {
          const Icon = document.mime === 'application/pdf' ? IconFile : IconPhoto;
          return (
            <button key={document.fileId} type="button" className="su-doc" title={t('open', { name: document.name })} onClick={() => setOpen(document)}>
              <Icon size={18} stroke={1.5} aria-hidden="true" />
              <span>
                <b>{t(`kind.${document.kind}`)}</b>
                <span className="ops-muted">{document.name}</span>
              </span>
            </button>
          );
        })}
      </div>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? `${t(`kind.${open.kind}`)} · ${open.name}` : ''} width={820}>
        {open && <Preview key={open.fileId} document={open} />}
      </Dialog>
    </section>
  );
}

function Preview({ document }: { document: SignupDocument }): ReactNode {
  const t = usePanelWords();
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turned, setTurned] = useState(0);
  const [large, setLarge] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    setFailure(null);
    fileUrl(document.fileId, stop.signal).then(
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
  }, [document.fileId, tries]);

  if (failure) return <ErrorState failure={failure} {...(failure.status === 404 ? {} : { onRetry: () => setTries(tries + 1) })} />;
  if (!url)
    return (
      <p className="ops-muted ops-late" role="status">
        {t('loading')}
      </p>
    );
  const picture = document.mime !== 'application/pdf';
  return (
    <div className="su-preview">
      {picture && (
        <div className="su-picture" data-large={large || undefined}>
          <button type="button" className="su-picture-button" aria-label={large ? t('zoomOut') : t('zoomIn')} onClick={() => setLarge(!large)}>
            <img src={url} alt={t('previewOf', { name: document.name })} style={{ transform: `rotate(${turned}deg)` }} />
          </button>
        </div>
      )}
      <div className="su-preview-tools">
        {picture && (
          <ActionIcon aria-label={t('turn')} onClick={() => setTurned((turned + 90) % 360)}>
            <IconRotate size={16} />
          </ActionIcon>
        )}
        <Button component="a" href={url} download={document.name} variant="default" leftSection={<IconDownload size={14} />}>
          {t('save')}
        </Button>
      </div>
    </div>
  );
}
