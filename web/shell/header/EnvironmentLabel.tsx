import type { ReactNode } from 'react';
import { knownMe, useStanding } from '../me.ts';
import { useShell } from '../words.ts';

/** Which house this is; a live one needs no label. */
export function EnvironmentLabel(): ReactNode {
  const t = useShell();
  const me = knownMe(useStanding());
  return me?.demo ? (
    <span className="sh-environment" title={t('environment')}>
      {t('demo')}
    </span>
  ) : null;
}
