import type { ReactNode } from 'react';
import { showKey } from '#web/parts/commands/keys.ts';
import { ariaKeys } from '#web/parts/KeyHint.tsx';
import { useCallTranslations } from './translations.ts';

/** The key of a step while the focus is in a field: `Alt+Shift+KeyM` for `m`. */
export const typingKeys = (key: string): string =>
  `Alt+Shift+${/\d/.test(key) ? 'Digit' : 'Key'}${key.toUpperCase()}`;

/** Both keys of a step, for screen readers. */
export const bothKeys = (key: string): string =>
  `${ariaKeys(key).toUpperCase()} Alt+Shift+${key.toUpperCase()}`;

/** Which keys work while the agent types, as in the notes. */
export function TypingKeys({ keys }: { keys: readonly string[] }): ReactNode {
  const t = useCallTranslations();
  if (keys.length === 0) return null;
  return (
    <span className="cb-typing ops-muted" aria-hidden="true">
      {t('whileTyping')}{' '}
      <span className="ops-keyhint">
        {[...(showKey('Alt+Shift+KeyM')[0] ?? []).slice(0, 2), ...keys].map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
      </span>
    </span>
  );
}
