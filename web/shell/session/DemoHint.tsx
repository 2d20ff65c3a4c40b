import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDemo } from './use-demo.ts';
import { useShell } from '../words.ts';

/** In a demonstration: the way to the screen that says who to be. */
export function DemoHint(): ReactNode {
  const t = useShell();
  const { data } = useDemo();
  return data ? (
    <Link to="/home" className="sh-demo-hint">
      {t('demoChoose')}
    </Link>
  ) : null;
}
