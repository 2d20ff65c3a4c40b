import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { usePlaceName } from '#web/parts/place-names.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { askedText } from './evidence.ts';
import { countIn, parts } from './stage.ts';
import type { Part } from './stage.ts';
import { useApprovalTranslations } from './translations.ts';

/** To decide, requested by me, all; each with its count, unknown while rows are missing. */
export function PartFilter({
  rows,
  known,
  part,
  onChange,
}: {
  rows: readonly ApprovalRow[];
  known: boolean;
  part: Part;
  onChange: (part: Part) => void;
}): ReactNode {
  const t = useApprovalTranslations();
  return (
    <div className="ap-parts" role="group" aria-label={t('part.label')}>
      {parts.map((one) => (
        <button key={one} type="button" aria-pressed={part === one} onClick={() => onChange(one)}>
          {t(`part.${one}`)}
          <b className="ops-figures">{known ? countIn(rows, one) : '–'}</b>
        </button>
      ))}
    </div>
  );
}

export interface FiltersProps {
  readonly rows: readonly ApprovalRow[];
  readonly kinds: readonly ApprovalKind[];
  readonly kind: string | null;
  readonly poo: string | null;
  readonly onKind: (kind: string | null) => void;
  readonly onPoo: (poo: string | null) => void;
}

/** Filters by kind and place, shown when there is more than one. */
export function Filters({ rows, kinds, kind, poo, onKind, onPoo }: FiltersProps): ReactNode {
  const t = useApprovalTranslations();
  const frame = useFrame();
  const language = useLanguage();
  const place = usePlaceName();
  const poos = [...new Set(rows.flatMap((row) => (row.pooId === null ? [] : [row.pooId])))].sort(
    (a, b) => a - b,
  );
  if (poo !== null && !poos.includes(Number(poo))) poos.push(Number(poo));
  const common = {
    clearable: true,
    clearButtonProps: { 'aria-label': frame('clear') },
    comboboxProps: { withinPortal: true },
  } as const;
  return (
    <>
      {kinds.length > 1 && (
        <Select
          {...common}
          className="ap-select"
          aria-label={t('kind')}
          placeholder={t('anyKind')}
          value={kind}
          onChange={onKind}
          data={kinds.map((one) => ({ value: one.name, label: askedText(one, language) }))}
        />
      )}
      {poos.length > 1 && (
        <Select
          {...common}
          className="ap-select"
          aria-label={t('place')}
          placeholder={t('anyPlace')}
          value={poo}
          onChange={onPoo}
          data={poos.map((id) => ({ value: String(id), label: place(id) }))}
        />
      )}
    </>
  );
}
