import { ActionIcon, Button, Input, Progress, Select } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import { failureOf } from '#web/live/failure.ts';
import { sendFile } from '#web/live/send-file.ts';
import { IconPaperclip, IconTrash, IconX } from '../icons.ts';
import { formatBytes } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import './rare.css';
import { useFieldTranslations } from './translations.ts';

export interface Kept {
  readonly fileId: string;
  readonly kind: string;
  readonly name: string;
  readonly mime: string;
}

export interface DocumentsFieldProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly value: readonly Kept[];
  readonly onChange: (next: readonly Kept[]) => void;
  readonly error: string | null;
  readonly most: number;
  readonly kinds: readonly string[];
  readonly translate: (kind: string) => string;
  readonly disabled?: boolean;
}

interface Going {
  readonly key: number;
  readonly name: string;
  readonly part: number;
  readonly failed: string | null;
  readonly stop: () => void;
}

const types = 'image/jpeg,image/png,application/pdf';
let count = 0;

/**
 * Uploads documents of different kinds, several at once with progress; a refused file stays with its reason
 * until dismissed.
 */
export function DocumentsField({
  label,
  name,
  value,
  onChange,
  error,
  most,
  kinds,
  translate,
  disabled = false,
}: DocumentsFieldProps): ReactNode {
  const t = useFieldTranslations();
  const frame = useFrame();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [going, setGoing] = useState<readonly Going[]>([]);
  const [over, setOver] = useState(false);
  const now = useRef(value);
  now.current = value;
  const room = most - value.length - going.filter(({ failed }) => failed === null).length;
  const change = (key: number, part: Partial<Going>): void =>
    setGoing((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const away = (key: number): void => setGoing((all) => all.filter((one) => one.key !== key));
  const missing = kinds.find((kind) => !value.some((one) => one.kind === kind)) ?? kinds[0] ?? 'other';

  const take = (files: readonly File[]): void => {
    files.slice(0, Math.max(0, room)).forEach((file, index) => {
      const key = count++;
      const stop = new AbortController();
      setGoing((all) => [
        ...all,
        {
          key,
          name: file.name,
          part: 0,
          failed:
            file.size > limits.uploadBytes
              ? frame('field.fileTooBig', { name: file.name, size: formatBytes(limits.uploadBytes) })
              : null,
          stop: () => stop.abort(),
        },
      ]);
      if (file.size > limits.uploadBytes) return;
      const kind = kinds[Math.min(kinds.length - 1, kinds.indexOf(missing) + index)] ?? missing;
      sendFile(file, { onPart: (part) => change(key, { part }), signal: stop.signal }).then(
        (sent) => {
          away(key);
          now.current = [...now.current, { fileId: sent.fileId, kind, name: sent.name, mime: sent.mime }];
          onChange(now.current);
        },
        (reason: unknown) =>
          stop.signal.aborted ? away(key) : change(key, { failed: failureOf(reason).message }),
      );
    });
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      description={frame('field.fileHint', { kinds: 'JPG, PNG, PDF', size: formatBytes(limits.uploadBytes) })}
    >
      <div
        className="fi-docs"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) take([...event.dataTransfer.files]);
        }}
      >
        {value.map((one) => (
          <div key={one.fileId} className="fi-doc">
            <IconPaperclip size={14} aria-hidden="true" />
            <span className="fi-doc-name">{one.name}</span>
            <Select
              aria-label={`${t('fileKind')}: ${one.name}`}
              className="fi-doc-kind"
              data={kinds.map((kind) => ({ value: kind, label: translate(kind) }))}
              value={one.kind}
              disabled={disabled}
              allowDeselect={false}
              comboboxProps={{ withinPortal: true }}
              onChange={(kind) =>
                kind && onChange(value.map((other) => (other === one ? { ...one, kind } : other)))
              }
            />
            <ActionIcon
              aria-label={frame('field.fileRemove', { name: one.name })}
              disabled={disabled}
              onClick={() => onChange(value.filter((other) => other !== one))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
        ))}
        {going.map((one) => (
          <div key={one.key} className="fi-doc" role={one.failed ? 'alert' : undefined}>
            {one.failed ? (
              <span className="fi-doc-name ops-tone-danger">
                {one.name}: {one.failed}
              </span>
            ) : (
              <>
                <span className="fi-doc-name" role="status">
                  {t('uploading', { name: one.name, percent: Math.round(one.part * 100) })}
                </span>
                <Progress className="fi-doc-run" aria-label={one.name} value={one.part * 100} size="sm" />
              </>
            )}
            <ActionIcon
              aria-label={one.failed ? frame('close') : t('cancelUpload', { name: one.name })}
              onClick={() => (one.failed ? away(one.key) : one.stop())}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        ))}
        {room > 0 ? (
          <div className="fi-drop">
            <span className="ops-muted">{t('dropFiles')}</span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {t('chooseFiles')}
            </Button>
          </div>
        ) : (
          <span className="ops-muted">{t('full', { n: most })}</span>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          className="ops-hidden"
          tabIndex={-1}
          accept={types}
          multiple
          name={name}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            take(files);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
