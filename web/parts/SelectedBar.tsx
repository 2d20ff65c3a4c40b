import type { ReactNode } from 'react';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { ActionButton } from './ActionButton.tsx';
import './selected-bar.css';

/** So many records are named, the others counted. */
const NAMED = 4;

export interface SelectedBarProps {
  readonly label: string;
  /** The numbers of the selected records. */
  readonly refs: readonly string[];
  /** How many are selected, in words. */
  readonly figures: ReactNode;
  readonly onNone: () => void;
  /** What can be done with all of them. */
  readonly children: ReactNode;
}

/** The bar above a list whose rows are ticked: it names what it holds. */
export function SelectedBar({ label, refs, figures, onNone, children }: SelectedBarProps): ReactNode {
  const t = useFrame();
  return (
    <div className="ops-selected" role="region" aria-label={label}>
      <span className="ops-figures">{figures}</span>
      <Named refs={refs} />
      {children}
      <ActionButton label={t('grid.unselect')} onClick={onNone} />
    </div>
  );
}

/** The first numbers, and how many more there are. */
export function Named({ refs }: { readonly refs: readonly string[] }): ReactNode {
  const t = useFrame();
  const language = useLanguage();
  const first = refs.slice(0, NAMED);
  const more = refs.length - first.length;
  return (
    <span className="ops-selected-names">
      {new Intl.ListFormat(language, { type: 'conjunction' }).format(
        more > 0 ? [...first, t('grid.moreSelected', { count: more })] : first,
      )}
    </span>
  );
}
