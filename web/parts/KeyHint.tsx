import type { ReactNode } from 'react';
import { showKey } from './commands/keys.ts';
import './status.css';

/** The key of an action, drawn as key caps; screen readers use the action's own `aria-keyshortcuts`. */
export function KeyHint({ keys }: { keys: string }): ReactNode {
  return (
    <span className="ops-keyhint" aria-hidden="true">
      {showKey(keys).map((press, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sequence has no other identity than its order
        <span key={index} className="ops-keyhint">
          {press.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** The same key in the format of `aria-keyshortcuts`. */
export function ariaKeys(keys: string): string {
  return keys.replaceAll('$mod', 'Control');
}
