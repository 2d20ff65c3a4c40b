import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { SignupDocument } from '#shared/streams/customers/signup/fields.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { IconFile, IconPhoto } from '#web/parts/icons.ts';
import { usePanelTranslations } from './translations.ts';

/** The documents of the case; a click opens one over the list at full size. */
export function Documents({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelTranslations();
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
            <button
              key={document.fileId}
              type="button"
              className="su-doc"
              title={t('open', { name: document.name })}
              onClick={() => setOpen(document)}
            >
              <Icon size={18} stroke={1.5} aria-hidden="true" />
              <span>
                <b>{t(`kind.${document.kind}`)}</b>
                <span className="ops-muted">{document.name}</span>
              </span>
            </button>
          );
        })}
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `${t(`kind.${open.kind}`)} · ${open.name}` : ''}
        width={820}
      >
        {open && <FilePreview key={open.fileId} file={open} />}
      </Dialog>
    </section>
  );
}
