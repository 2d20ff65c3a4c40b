import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { dateOf } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { sendFile } from '#web/live/send-file.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { IconLink, IconPaperclip, IconX } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatBytes, formatDate } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

/** Pictures and PDFs that belong to the document. */
export function Files({
  def,
  state,
  open,
  canAttach,
  canDetach,
}: {
  def: DocumentDef;
  state: DocumentState;
  open: OpenRecord;
  canAttach: boolean;
  canDetach: boolean;
}): ReactNode {
  const t = useDocumentTranslations();
  const frame = useFrame();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shown, setShown] = useState<DocumentState['files'][number] | null>(null);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await open.reload();
    } catch (reason) {
      setFailure(failureOf(reason));
    } finally {
      setBusy(false);
    }
  };
  const copyLink = async (): Promise<void> => {
    setFailure(null);
    try {
      const { path, until } = await api.post<{ path: string; until: string }>(
        `${def.filesLink ?? ''}/${state.id}`,
        {},
      );
      await navigator.clipboard.writeText(`${location.origin}${path}`);
      toast({ text: t('linkCopied', { until: formatDate(dateOf(until)) }), tone: 'ok' });
    } catch (reason) {
      setFailure(failureOf(reason));
    }
  };
  const attach = (file: File): Promise<void> =>
    act(async () => {
      const sent = await sendFile(file, { record: `${def.stream.name}-${state.id}` });
      await api.command(def.stream.name, state.id, 'attach', {
        fileId: sent.fileId,
        name: sent.name,
        mime: sent.mime,
      });
    });
  return (
    <section className="do-files" aria-label={t('files')}>
      {state.files.map((file) => (
        <span key={file.fileId} className="do-file">
          <button type="button" onClick={() => setShown(file)}>
            <IconPaperclip size={14} aria-hidden="true" /> {file.name}
          </button>
          {canDetach && (
            <ActionIcon
              size="sm"
              aria-label={t('detach', { name: file.name })}
              onClick={() =>
                void act(() => api.command(def.stream.name, state.id, 'detach', { fileId: file.fileId }))
              }
            >
              <IconX size={12} />
            </ActionIcon>
          )}
        </span>
      ))}
      {canAttach && (
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          leftSection={<IconPaperclip size={14} />}
          onClick={() => input.current?.click()}
        >
          {t('attach')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,application/pdf"
        aria-label={t('attach')}
        title={frame('field.fileHint', { kinds: 'JPG, PNG, PDF', size: formatBytes(limits.uploadBytes) })}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void attach(file);
          event.currentTarget.value = '';
        }}
      />
      {def.filesLink && state.files.length > 0 && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconLink size={14} />}
          onClick={() => void copyLink()}
        >
          {t('copyLink')}
        </Button>
      )}
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {shown && (
        <Dialog open onClose={() => setShown(null)} title={shown.name}>
          <FilePreview file={shown} through={`${def.stream.name}-${state.id}`} />
        </Dialog>
      )}
    </section>
  );
}
