import { ActionIcon, Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { IconFile, IconPhoto, IconX } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { usePanelTranslations } from './translations.ts';
import type { Papers } from './use-papers.ts';

/** The viewer comes with the first document that is opened. */
const Evidence = lazy(() =>
  import('#web/parts/evidence/Evidence.tsx').then((part) => ({ default: part.Evidence })),
);

interface Props {
  readonly record: SignupCase;
  readonly papers: Papers;
}

/** The documents of the case; one that is opened stands beside the checklist. Opening is audited, so nothing opens by itself. */
export function Documents({ record, papers }: Props): ReactNode {
  const t = usePanelTranslations();
  return (
    <section className="su-part su-evidence" data-open={papers.beside.length > 0 || undefined}>
      <h3>
        {t('documents')} <span className="ops-muted ops-figures">{record.documents.length}</span>
      </h3>
      {papers.failure && <InlineError failure={papers.failure} />}
      {record.documents.length === 0 && <p className="su-none ops-muted">{t('noDocuments')}</p>}
      <div className="su-docs">
        {record.documents.map((document) => {
          const { fileId, kind, name, mime } = document;
          const Icon = mime === 'application/pdf' ? IconFile : IconPhoto;
          const at = papers.openedAt(fileId);
          return (
            <button
              key={fileId}
              type="button"
              className="su-doc"
              title={t('open', { name })}
              aria-current={papers.current === fileId || undefined}
              onClick={() => papers.open(fileId)}
            >
              <Icon size={18} stroke={1.5} aria-hidden="true" />
              <span>
                <b>{t(`kind.${kind}`)}</b>
                <span className="ops-muted">{name}</span>
                {at !== undefined && (
                  <span className="ops-muted ops-figures">
                    {at === null
                      ? t('notOpened')
                      : t('openedAt', { at: formatMoment(at, serverClock.now()) })}
                  </span>
                )}
              </span>
            </button>
          );
        })}
      </div>
      {papers.beside.length > 0 && <Viewer record={record} papers={papers} />}
    </section>
  );
}

function Viewer({ record, papers }: Props): ReactNode {
  const t = usePanelTranslations();
  const files = papers.beside.flatMap((id) => {
    const found = record.documents.find(({ fileId }) => fileId === id);
    return found ? [{ fileId: id, name: found.name, mime: found.mime, rotation: 0 }] : [];
  });
  return (
    <div
      className="su-viewer"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        papers.back();
      }}
    >
      <div className="su-viewer-head">
        <Button
          size="compact-xs"
          variant="default"
          rightSection={<KeyHint keys="Escape" />}
          aria-keyshortcuts="Escape"
          onClick={papers.back}
        >
          {t('back')}
        </Button>
        <ActionIcon aria-label={t('closeViewer')} title={t('closeViewer')} onClick={papers.close}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <PartBoundary of={record.id}>
        <Suspense fallback={<Skeleton rows={6} />}>
          <Evidence files={files} turnTo={papers.turnTo} onShown={papers.shown} />
        </Suspense>
      </PartBoundary>
    </div>
  );
}
