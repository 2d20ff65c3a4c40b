import type { ReactNode } from 'react';
import type { CalledRecord, MasterRow } from '#shared/families/master-wire.ts';
import type { Speech } from './columns.tsx';

export interface MergedProps {
  readonly row: MasterRow;
  readonly into: CalledRecord | null;
  readonly doubles: readonly CalledRecord[];
  readonly speech: Speech;
  readonly onOpenOther: (id: number, at?: 'history') => void;
}

/**
 * Notes on merges: on the surviving record its duplicates with links to their histories; on a duplicate,
 * where it went.
 */
export function Merged({ row, into, doubles, speech, onOpenOther }: MergedProps): ReactNode {
  const { t } = speech;
  if (row.mergedInto !== null)
    return (
      <p className="ma-note" role="status">
        {into === null ? (
          t('mergedElsewhere')
        ) : (
          <>
            {t('mergedInto')}{' '}
            <button type="button" className="ma-link" onClick={() => onOpenOther(into.id)}>
              {called(into)}
            </button>
          </>
        )}
      </p>
    );
  return doubles.map((one) => (
    <p key={one.id} className="ma-note" role="status">
      {t('mergedHere', { name: called(one) })}{' '}
      <button type="button" className="ma-link" onClick={() => onOpenOther(one.id, 'history')}>
        {t('mergedStory')}
      </button>
    </p>
  ));
}

function called({ id, code, name }: CalledRecord): string {
  if (name === '') return code || `#${id}`;
  return code === '' ? name : `${name} (${code})`;
}
