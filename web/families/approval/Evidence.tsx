import type { ReactNode } from 'react';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { IconArrowRight } from '#web/parts/icons.ts';
import type { Translate } from '#web/locales/translations.ts';
import { FileList } from '#web/parts/FileList.tsx';
import { PlaceMap, type PlaceMapProps } from '#web/parts/map/PlaceMap.tsx';
import { changesOf, isSeen } from './evidence.ts';
import { useLabels } from './use-names.ts';
import { useApprovalTranslations } from './translations.ts';

/** Current and proposed values as a diff: changes stand out, unchanged values are muted. */
export function Evidence({
  kind,
  row,
  own,
}: {
  kind: ApprovalKind;
  row: ApprovalRow;
  own: Translate;
}): ReactNode {
  const t = useApprovalTranslations();
  const lines = changesOf(kind, row, useLabels([row]));
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
            {isSeen(line) ? (
              <td colSpan={2}>
                <Seen
                  kind={line.kind}
                  value={row.before[line.key]}
                  through={`approval-${row.id}`}
                  none={t('nothingAttached')}
                />
              </td>
            ) : line.changed ? (
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
                <bdi>{line.after}</bdi>{' '}
                {!line.detail && <span className="ops-muted">· {t('unchanged')}</span>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SeenProps {
  readonly kind: string;
  readonly value: unknown;
  readonly through: string;
  readonly none: string;
}

function Seen({ kind, value, through, none }: SeenProps): ReactNode {
  if (kind === 'position') return <PlaceMap {...(value as PlaceMapProps)} />;
  const files = Array.isArray(value) ? value : [];
  return files.length === 0 ? (
    <span className="ops-muted">{none}</span>
  ) : (
    <FileList files={files} through={through} />
  );
}
