import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { IconPaperclip } from '#web/parts/icons.ts';
import { useFieldTranslations } from './translations.ts';

export interface PhotoButtonProps {
  readonly label: string;
  readonly onPhoto: (photo: File) => void;
}

const kinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);

/** Takes a photo with the device's camera, or a file where there is none. */
export function PhotoButton({ label, onPhoto }: PhotoButtonProps): ReactNode {
  const t = useFieldTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (file: File | undefined): void => {
    if (!file) return;
    if (!kinds.has(file.type)) return setWrong(t('photoKind'));
    if (file.size > limits.uploadBytes) return setWrong(t('photoLarge'));
    setWrong(null);
    onPhoto(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        capture="environment"
        hidden
        aria-label={label}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <ActionButton label={label} icon={<IconPaperclip size={16} />} onClick={() => input.current?.click()} />
      {wrong && (
        <p className="ops-tone-danger" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
