import type { ReactNode } from 'react';

/** Buffers typing after the palette's key until the palette has loaded and takes it over. */
export function TypeAhead({
  label,
  onType,
  onClose,
}: {
  label: string;
  onType: (text: string) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <input
      className="ops-hidden"
      aria-label={label}
      autoFocus
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  );
}
