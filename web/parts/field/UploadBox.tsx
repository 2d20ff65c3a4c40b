import { ActionIcon, Button, Input, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Sending } from '#web/live/send-file.ts';
import { formatBytes } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconX } from '../icons.ts';
import './upload-box.css';
import { useFieldTranslations } from './translations.ts';

export interface UploadBoxProps<T> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly name?: string | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  /** How many files it may hold, and how many it holds. */
  readonly most: number;
  readonly held: number;
  /** MIME types. */
  readonly types?: readonly string[];
  readonly maxBytes?: number;
  readonly send: (file: File, sending: Sending) => Promise<T>;
  /** `nth` counts the files chosen at once, from 0. */
  readonly onSent: (sent: T, nth: number) => void;
  /** The files that it holds. */
  readonly children: ReactNode;
}

interface Going {
  readonly key: number;
  readonly name: string;
  /** 0 to 1 */
  readonly part: number;
  readonly failed: string | null;
  readonly stop: () => void;
}

const typeNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
};
const usual = Object.keys(typeNames);
let count = 0;

/**
 * Takes files by choosing or dropping, several at once with progress; size and type are checked here for
 * convenience and on the server for safety. A refused file stays with its reason until dismissed.
 */
export function UploadBox<T>({
  label,
  hint,
  name,
  error,
  required = false,
  disabled = false,
  readOnly = false,
  most,
  held,
  types = usual,
  maxBytes = limits.uploadBytes,
  send,
  onSent,
  children,
}: UploadBoxProps<T>): ReactNode {
  const t = useFieldTranslations();
  const frame = useFrame();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [going, setGoing] = useState<readonly Going[]>([]);
  const [over, setOver] = useState(false);
  const sent = useRef(onSent);
  sent.current = onSent;
  const room = most - held - going.filter(({ failed }) => failed === null).length;
  const named = types.map((type) => typeNames[type] ?? type).join(', ');
  const change = (key: number, part: Partial<Going>): void =>
    setGoing((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const away = (key: number): void => setGoing((all) => all.filter((one) => one.key !== key));
  const wrong = (file: File): string | null =>
    !types.includes(file.type)
      ? frame('field.fileKind', { name: file.name, kinds: named })
      : file.size > maxBytes
        ? frame('field.fileTooBig', { name: file.name, size: formatBytes(maxBytes) })
        : null;

  const take = (files: readonly File[]): void => {
    files.slice(0, Math.max(0, room)).forEach((file, nth) => {
      const key = count++;
      const stop = new AbortController();
      const failed = wrong(file);
      setGoing((all) => [...all, { key, name: file.name, part: 0, failed, stop: () => stop.abort() }]);
      if (failed !== null) return;
      send(file, { onPart: (part) => change(key, { part }), signal: stop.signal }).then(
        (done) => {
          away(key);
          sent.current(done, nth);
        },
        (reason: unknown) =>
          stop.signal.aborted
            ? away(key)
            : change(key, { failed: `${file.name}: ${failureOf(reason).message}` }),
      );
    });
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      required={required}
      error={error}
      description={hint ?? frame('field.fileHint', { kinds: named, size: formatBytes(maxBytes) })}
    >
      <div
        className="ops-file"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled && !readOnly) take([...event.dataTransfer.files]);
        }}
      >
        {children}
        {going.map((one) => (
          <div key={one.key} className="fi-doc" role={one.failed ? 'alert' : undefined}>
            {one.failed ? (
              <span className="fi-doc-name ops-tone-danger">{one.failed}</span>
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
        {!readOnly &&
          (room > 0 ? (
            <div className="fi-drop">
              <span className="ops-muted">{most === 1 ? frame('field.fileDrop') : t('dropFiles')}</span>
              <Button
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => input.current?.click()}
              >
                {most === 1 ? frame('field.fileChoose') : t('chooseFiles')}
              </Button>
            </div>
          ) : (
            most > 1 && <span className="ops-muted">{t('full', { n: most })}</span>
          ))}
        <input
          ref={input}
          id={id}
          type="file"
          className="ops-hidden"
          tabIndex={-1}
          accept={types.join(',')}
          multiple={most > 1}
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
