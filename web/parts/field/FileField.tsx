import { ActionIcon } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { sendFile, type Sending } from '#web/live/send-file.ts';
import { formatBytes } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconPaperclip, IconTrash } from '../icons.ts';
import type { FieldProps } from './field.ts';
import { UploadBox } from './UploadBox.tsx';

export interface SentFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

export interface FileFieldProps extends FieldProps<readonly SentFile[]> {
  /** The record that they are uploaded for: `patient-204`. */
  readonly record?: string | undefined;
  /** Instead of the upload to the server. */
  readonly send?: (file: File, sending: Sending) => Promise<SentFile>;
  readonly most?: number;
  /** MIME types. */
  readonly kinds?: readonly string[];
  readonly maxBytes?: number;
}

async function upload(file: File, sending: Sending): Promise<SentFile> {
  const { fileId, name, bytes } = await sendFile(file, sending);
  return { id: fileId, name, size: bytes };
}

/** One file or several, by name and size. */
export function FileField({
  value,
  onChange,
  kinds,
  maxBytes,
  most = 1,
  record,
  send = upload,
  ...props
}: FileFieldProps): ReactNode {
  const t = useFrame();
  const now = useRef(value);
  now.current = value;
  return (
    <UploadBox
      label={props.label}
      hint={props.hint}
      name={props.name}
      error={props.error}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      readOnly={props.readOnly ?? false}
      most={most}
      held={value.length}
      {...(kinds ? { types: kinds } : {})}
      {...(maxBytes === undefined ? {} : { maxBytes })}
      send={(file, sending) => send(file, { ...sending, record })}
      onSent={(sent) => {
        now.current = [...now.current, sent];
        onChange(now.current);
      }}
    >
      {value.map((file) => (
        <div key={file.id} className="fi-doc">
          <IconPaperclip size={14} aria-hidden="true" />
          <span className="fi-doc-name">
            {file.name} <span className="ops-muted ops-figures">{formatBytes(file.size)}</span>
          </span>
          {!props.readOnly && (
            <ActionIcon
              size="sm"
              aria-label={t('field.fileRemove', { name: file.name })}
              onClick={() => onChange(value.filter((one) => one.id !== file.id))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
    </UploadBox>
  );
}
