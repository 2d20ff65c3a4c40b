import { ActionIcon, Select } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { sendFile } from '#web/live/send-file.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconPaperclip, IconTrash } from '../icons.ts';
import { useFieldTranslations } from './translations.ts';
import { UploadBox } from './UploadBox.tsx';

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

/** Documents of different kinds; a new one takes the kind that is still missing. */
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
  const now = useRef(value);
  now.current = value;
  const missing = kinds.find((kind) => !value.some((one) => one.kind === kind)) ?? kinds[0] ?? 'other';
  return (
    <UploadBox
      label={label}
      name={name}
      error={error}
      disabled={disabled}
      most={most}
      held={value.length}
      send={async (file, sending) => {
        const sent = await sendFile(file, sending);
        return { ...sent, from: missing };
      }}
      onSent={({ fileId, name: called, mime, from }, nth) => {
        const kind = kinds[Math.min(kinds.length - 1, kinds.indexOf(from) + nth)] ?? from;
        now.current = [...now.current, { fileId, kind, name: called, mime }];
        onChange(now.current);
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
    </UploadBox>
  );
}
