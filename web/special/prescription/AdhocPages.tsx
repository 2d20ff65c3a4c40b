import { ActionIcon, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Failure } from '#web/live/failure.ts';
import { failureOf } from '#web/live/failure.ts';
import { sendFile } from '#web/live/send-file.ts';
import type { Sent } from '#web/live/send-file.ts';
import { IconTrash, IconUpload } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { formatBytes } from '#web/locales/formats.ts';
import { useAdhocTranslations } from './adhoc-translations.ts';

/** Pages uploaded for a patient before their prescription exists. */
export function AdhocPages({
  patientId,
  files,
  label,
  off = null,
  onChange,
}: {
  readonly patientId: number;
  readonly files: readonly Sent[];
  readonly label: string;
  readonly off?: string | null;
  readonly onChange: (files: readonly Sent[]) => void;
}): ReactNode {
  const t = useAdhocTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const take = async (chosen: readonly File[]): Promise<void> => {
    setFailure(null);
    let kept = files;
    for (const file of chosen) {
      setSending(file.name);
      try {
        const sent = await sendFile(file, { record: `patient-${patientId}` });
        kept = [...kept, sent];
      } catch (error) {
        setFailure(failureOf(error));
        break;
      }
    }
    setSending(null);
    if (kept !== files) onChange(kept);
  };
  return (
    <div className="rx-part">
      <ul className="rx-files">
        {files.map((file) => (
          <li key={file.fileId}>
            {file.name} <span className="ops-muted ops-figures">{formatBytes(file.bytes)}</span>
            <ActionIcon
              size="sm"
              aria-label={t('remove', { name: file.name })}
              onClick={() => onChange(files.filter(({ fileId }) => fileId !== file.fileId))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        accept="image/jpeg,image/png,application/pdf"
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconUpload size={14} />}
          loading={sending !== null}
          disabled={off !== null || files.length >= 10}
          title={off ?? undefined}
          onClick={() => input.current?.click()}
        >
          {sending === null ? label : t('sending', { name: sending })}
        </Button>
      </span>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
    </div>
  );
}
