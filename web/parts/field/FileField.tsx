import { ActionIcon, Button, Input, Loader } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import { formatBytes } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconPaperclip, IconTrash } from '../icons.ts';
import type { FieldProps } from './field.ts';
import './file.css';

export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export interface FileFieldProps extends FieldProps<readonly SentFile[]> {
  /** Uploads one file; resolves with the server's id. */
  readonly send: (file: File) => Promise<SentFile>;
  readonly most?: number;
  readonly kinds?: readonly string[];
  readonly maxBytes?: number;
}

const kindNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
};
const usual = Object.keys(kindNames);

/**
 * Files by selecting or dropping; size and type are checked here for convenience and on the server for
 * safety.
 */
export function FileField(props: FileFieldProps): ReactNode {
  const { value, kinds = usual, maxBytes = limits.uploadBytes, most = 1 } = props;
  const t = useFrame();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const list = kinds.map((kind) => kindNames[kind] ?? kind).join(', ');
  const full = value.length + sending.length >= most;

  const take = async (files: readonly File[]): Promise<void> => {
    setFailed(null);
    let now = value;
    for (const file of files.slice(0, Math.max(0, most - value.length))) {
      if (!kinds.includes(file.type)) setFailed(t('field.fileKind', { name: file.name, kinds: list }));
      else if (file.size > maxBytes)
        setFailed(t('field.fileTooBig', { name: file.name, size: formatBytes(maxBytes) }));
      else {
        setSending((names) => [...names, file.name]);
        try {
          now = [...now, await props.send(file)];
          props.onChange(now);
        } catch (error) {
          setFailed(
            `${t('field.fileFailed', { name: file.name })} ${error instanceof Error ? error.message : ''}`.trim(),
          );
        } finally {
          setSending((names) => names.filter((name) => name !== file.name));
        }
      }
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!full && !props.disabled) void take([...event.dataTransfer.files]);
  };

  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      required={props.required ?? false}
      error={props.error ?? failed}
      description={props.hint ?? t('field.fileHint', { kinds: list, size: formatBytes(maxBytes) })}
    >
      <div
        className="ops-file"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value.map((file) => (
          <span key={file.id} className="ops-file-one">
            <IconPaperclip size={14} aria-hidden="true" /> {file.name}{' '}
            <span className="ops-muted ops-figures">{formatBytes(file.size)}</span>
            {!props.readOnly && (
              <ActionIcon
                size="sm"
                aria-label={t('field.fileRemove', { name: file.name })}
                onClick={() => props.onChange(value.filter((one) => one.id !== file.id))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </span>
        ))}
        {sending.map((name) => (
          <span key={name} className="ops-file-one" role="status">
            <Loader size={12} /> {t('field.fileSending', { name })}
          </span>
        ))}
        {!full && !props.readOnly && (
          <>
            <span className="ops-muted">{t('field.fileDrop')}</span>
            <Button
              variant="default"
              size="compact-xs"
              disabled={props.disabled ?? false}
              onClick={() => input.current?.click()}
            >
              {t('field.fileChoose')}
            </Button>
          </>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          className="ops-hidden"
          tabIndex={-1}
          accept={kinds.join(',')}
          multiple={most > 1}
          name={props.name}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            void take(files);
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
