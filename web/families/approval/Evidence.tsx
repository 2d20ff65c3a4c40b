import type { ReactNode } from 'react';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { IconArrowRight } from '#web/parts/icons.ts';
import { useFrame, useLanguage } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';
import { changesOf } from './evidence.ts';
import { useApprovalWords } from './words.ts';

/** What was and what would be, as a difference: what changes in full voice, what stays quietly. */
export function Evidence({ kind, row, own }: { kind: ApprovalKind; row: ApprovalRow; own: Say }): ReactNode {
  const t = useApprovalWords();
  const frame = useFrame();
  const language = useLanguage();
  const lines = changesOf(kind, row, { yes: frame('yes'), no: frame('no'), language });
  return (
    <table className="ap-diff">
      <caption className="ops-hidden">{t('changes')}</caption>
      <thead className="ops-hidden">
        <tr>
          <th scope="col">{t('changes')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} data-changed={line.changed || undefined}>
            <th scope="row">{own(`column.${line.key}`)}</th>
            {line.changed ? (
              <>
                <td className="ops-figures">
                  <del>
                    <bdi>{line.before}</bdi>
                  </del>
                </td>
                <td className="ops-figures">
                  <span className="ap-arrow" aria-hidden="true">
                    <IconArrowRight size={14} />
                  </span>
                  <ins>
                    <bdi>{line.after}</bdi>
                  </ins>
                </td>
              </>
            ) : (
              <td colSpan={2} className="ops-figures">
                <bdi>{line.after}</bdi> {!line.fact && <span className="ops-muted">· {t('unchanged')}</span>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
