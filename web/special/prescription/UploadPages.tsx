import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { UploadRow } from '#shared/feeds/upload-sessions.ts';
import type { Failure } from '#web/live/failure.ts';
import { failureOf } from '#web/live/failure.ts';
import { sendFile } from '#web/live/send-file.ts';
import type { Sent } from '#web/live/send-file.ts';
import { useCommand } from '#web/live/use-command.ts';
import { IconChevronUp, IconFile, IconPhoto, IconRotate, IconTrash, IconUpload } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { formatBytes } from '#web/locales/formats.ts';
import { useUploadTranslations } from './upload-translations.ts';
import { UseAnyway } from './UseAnyway.tsx';

const stream = 'prescriptionuploadsession';

/** The pages of a session: added, rotated, sorted, removed; those from a phone are marked. */
export function UploadPages({
  row,
  off,
}: {
  readonly row: UploadRow;
  readonly off: string | null;
}): ReactNode {
  const t = useUploadTranslations();
  const input = useRef<HTMLInputElement>(null);
  const add = useCommand(stream, 'addFile');
  const remove = useCommand(stream, 'removeFile');
  const turn = useCommand(stream, 'turnFile');
  const order = useCommand(stream, 'orderFiles');
  const [sending, setSending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [double, setDouble] = useState<Sent | null>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    setFailure(null);
    for (const file of files) {
      setSending(file.name);
      try {
        const sent = await sendFile(file, { record: `${stream}-${row.id}` });
        setDouble(sent);
        if (await add.run(row.id, { fileId: sent.fileId, sha256: sent.sha256 })) setDouble(null);
      } catch (error) {
        setFailure(failureOf(error));
      }
    }
    setSending(null);
  };
  const anyway = async (): Promise<void> => {
    if (double && (await add.run(row.id, { fileId: double.fileId, sha256: double.sha256, anyway: true })))
      setDouble(null);
  };
  const up = (fileId: string, at: number): void => {
    const ids = row.files.map((file) => file.fileId);
    ids.splice(at, 1);
    ids.splice(at - 1, 0, fileId);
    void order.run(row.id, { fileIds: ids });
  };
  const other = remove.failure ?? turn.failure ?? order.failure;
  return (
    <section className="up-part">
      <h3>
        {t('pages')} <span className="ops-muted ops-figures">{row.files.length}</span>
      </h3>
      <ol className="up-files">
        {row.files.map((file, at) => {
          const Icon = file.mime === 'application/pdf' ? IconFile : IconPhoto;
          return (
            <li key={file.fileId}>
              <Icon size={16} aria-hidden="true" />
              <span>
                {file.name} <span className="ops-muted ops-figures">{formatBytes(file.bytes)}</span>
                {file.via === 'phone' && <span className="ops-muted"> · {t('viaPhone')}</span>}
                {file.sameAs && <span className="ops-tone-warn"> · {t('sameAs', { ref: file.sameAs })}</span>}
              </span>
              {off === null && (
                <span className="up-tools">
                  <ActionIcon
                    size="sm"
                    aria-label={t('up', { name: file.name })}
                    disabled={at === 0}
                    onClick={() => up(file.fileId, at)}
                  >
                    <IconChevronUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={t('turn', { name: file.name })}
                    onClick={() =>
                      void turn.run(row.id, { fileId: file.fileId, rotation: (file.rotation + 90) % 360 })
                    }
                  >
                    <IconRotate size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={t('remove', { name: file.name })}
                    onClick={() => void remove.run(row.id, { fileId: file.fileId })}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,application/pdf"
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={14} />}
        loading={sending !== null}
        disabled={off !== null}
        title={off ?? undefined}
        onClick={() => input.current?.click()}
      >
        {sending === null ? t('addPages') : t('sending', { name: sending })}
      </Button>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {add.failure && <InlineError failure={add.failure} onDismiss={add.dismiss} />}
      <UseAnyway failure={add.failure} onConfirm={() => void anyway()} />
      {other && (
        <InlineError
          failure={other}
          onDismiss={() => {
            remove.dismiss();
            turn.dismiss();
            order.dismiss();
          }}
        />
      )}
    </section>
  );
}
