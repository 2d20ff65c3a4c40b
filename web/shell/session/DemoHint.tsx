import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDemo } from './use-demo.ts';
import { useShell } from '../translations.ts';

/** In a demo: link to the screen to choose a demo user. */
export function DemoHint(): ReactNode {
  const t = useShell();
  const { data } = useDemo();
  return data ? (
    <Link to="/home" className="sh-demo-hint">
      {t('demoChoose')}
    </Link>
  ) : null;
}
