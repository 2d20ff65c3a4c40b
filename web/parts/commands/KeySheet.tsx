import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { Dialog } from '../Dialog.tsx';
import { KeyHint } from '../KeyHint.tsx';
import { useAppearance } from '../theme/appearance.ts';
import { keysOf, scopes } from './registry.ts';
import { useCommandList } from './use-commands.ts';

/** Every key available here and now, from the registry; opened with `?`. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const t = useFrame();
  const { letterKeys } = useAppearance();
  const list = useCommandList()
    .filter((command) => keysOf(command).length > 0 && command.scope !== 'dialog')
    .toReversed();
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')} width={520}>
      <div className="ops-keysheet">
        {!letterKeys && <p className="ops-muted">{t('keys.off')}</p>}
        {scopes
          .filter((scope) => list.some((command) => (command.scope ?? 'global') === scope))
          .map((scope) => (
            <section key={scope}>
              <h3>{t(`keys.${scope}`)}</h3>
              <dl>
                {list
                  .filter((command) => (command.scope ?? 'global') === scope)
                  .map((command) => (
                    <Connection
                      key={command.id}
                      label={command.label}
                      keys={keysOf(command)}
                      off={command.disabled ?? null}
                    />
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
}

/** An unavailable key says why. */
function Connection({
  label,
  keys,
  off,
}: {
  label: string;
  keys: readonly string[];
  off: string | null;
}): ReactNode {
  return (
    <>
      <dt data-off={off ? true : undefined}>
        {label}
        {off && <small className="ops-muted"> · {off}</small>}
      </dt>
      <dd>
        {keys.map((key) => (
          <KeyHint key={key} keys={key} />
        ))}
      </dd>
    </>
  );
}
