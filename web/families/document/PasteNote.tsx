import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyText } from '#web/parts/copy.ts';
import { toast } from '#web/parts/toast.tsx';
import { textOfRows, type BadRow } from './paste.ts';
import { useDocumentTranslations, type SayDocument } from './translations.ts';

/** Pasted rows that did not become lines, each with what is wrong; they stay until they are closed. */
export function PasteNote({ rows, onClose }: { rows: readonly BadRow[]; onClose: () => void }): ReactNode {
  const t = useDocumentTranslations();
  const copy = async (): Promise<void> => {
    const copied = await copyText(textOfRows(rows));
    toast({ text: t(copied ? 'pasteCopied' : 'pasteNotCopied'), tone: copied ? 'ok' : 'warn' });
  };
  return (
    <section className="do-paste" role="alert" aria-label={t('pasteLeft', { count: rows.length })}>
      <p>{t('pasteLeft', { count: rows.length })}</p>
      <ul>
        {rows.map((row, i) => (
          <li key={i}>
            {t('pasteRow', { n: row.n })} <span className="ops-code">{row.cells.join(' · ')}</span>{' '}
            {row.wrong.map((wrong) => textFor(wrong, row, t)).join(' ')}
          </li>
        ))}
      </ul>
      <Button size="compact-xs" variant="light" onClick={() => void copy()}>
        {t('pasteCopy')}
      </Button>{' '}
      <Button size="compact-xs" variant="subtle" onClick={onClose}>
        {t('pasteClose')}
      </Button>
    </section>
  );
}

function textFor(wrong: BadRow['wrong'][number], row: BadRow, t: SayDocument): string {
  if (wrong === 'unknown') return t('notFound', { text: row.cells[0] ?? '' });
  if (wrong === 'inactive') return t('pasteInactive', { text: row.cells[0] ?? '' });
  const { column, cell } = wrong;
  if (!column) return t('pasteBeyond', { cell });
  const { label, min, max, kind } = column;
  const isPlain = kind === 'number' || kind === 'decimal';
  if (isPlain && min !== undefined && max !== undefined)
    return t('pasteBetween', { cell, column: label, min, max });
  if (isPlain && min !== undefined) return t('pasteAtLeast', { cell, column: label, min });
  if (kind === 'choice')
    return t('pasteChoice', {
      cell,
      column: label,
      choices: (column.choices ?? []).map((one) => one.label).join(', '),
    });
  return t(kind === 'date' || kind === 'month' ? 'pasteDate' : 'pasteNumber', { cell, column: label });
}
