import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { LevelRow } from './rows.ts';
import './min-max.css';

export interface MinMaxPanelProps {
  readonly row: LevelRow;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The figures of one product, and its levels: proposed from them or typed, then sent for approval. */
export function MinMaxPanel({ row, onDone, onClose }: MinMaxPanelProps): ReactNode {
  const { t } = useTranslations('min-max');
  const person = usePerson();
  const start = row.live ?? row.proposal;
  const [min, setMin] = useState<number | null>(start?.min ?? null);
  const [max, setMax] = useState<number | null>(start?.max ?? null);
  const [multiple, setMultiple] = useState<number | null>(start?.multiple ?? row.packSize);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const may =
    hasRight(person, 'Inventory/minMaxList:create') || hasRight(person, 'Inventory/minMaxList:edit');
  const act = async (what: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    setPending(what);
    setFailure(null);
    try {
      await api.command('minmax', row.id, what, body);
      toast({ text: t(`done.${what}`, { product: row.product }), tone: 'ok' });
      onDone();
    } catch (problem) {
      setFailure(failureOf(problem));
    } finally {
      setPending(null);
    }
  };
  const figure = (
    key: 'available' | 'projected' | 'sold' | 'stockedDays' | 'ads' | 'leadDays',
  ): ReactNode => (
    <div key={key}>
      <dt>{t(`column.${key}`)}</dt>
      <dd className="ops-figures">{row[key] === null ? '–' : formatNumber(row[key])}</dd>
    </div>
  );
  const { proposal } = row;
  const own = row.pending?.by.empId === person.empId;
  return (
    <Panel title={row.product} onClose={onClose} talk={{ stream: `minmax-${row.id}`, title: row.product }}>
      <div className="do-ask">
        <dl className="mm-figures">
          {(['available', 'projected', 'ads', 'sold', 'stockedDays', 'leadDays'] as const).map(figure)}
        </dl>
        {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
        {row.pending ? (
          <>
            <p>
              <StatusWord tone="accent">{t('waits')}</StatusWord>{' '}
              {t('waitsFor', {
                name: row.pending.by.name,
                min: formatNumber(row.pending.min),
                max: formatNumber(row.pending.max),
              })}
            </p>
            {own && (
              <ActionButton
                label={t('withdraw')}
                pending={pending === 'withdraw'}
                onClick={() => void act('withdraw', {})}
              />
            )}
          </>
        ) : (
          <>
            <p className="ops-muted">
              {proposal
                ? t('proposes', {
                    min: formatNumber(proposal.min),
                    max: formatNumber(proposal.max),
                    n: row.leadDays ?? 0,
                  })
                : t('noProposal')}
            </p>
            {proposal && (
              <ActionButton
                label={t('takeProposal')}
                disabled={may ? null : t('off.right')}
                onClick={() => {
                  setMin(proposal.min);
                  setMax(proposal.max);
                  setMultiple(proposal.multiple);
                }}
              />
            )}
            <NumberField label={t('column.min')} value={min} min={0} max={99_999} onChange={setMin} />
            <NumberField label={t('column.max')} value={max} min={1} max={99_999} onChange={setMax} />
            <NumberField
              label={t('column.multiple')}
              value={multiple}
              min={1}
              max={9_999}
              onChange={setMultiple}
            />
            <AreaField label={t('reason')} value={reason} rows={2} onChange={setReason} />
            <ActionButton
              label={t('propose')}
              primary
              pending={pending === 'propose'}
              disabled={
                may
                  ? min === null || max === null || multiple === null
                    ? t('off.levels')
                    : null
                  : t('off.right')
              }
              onClick={() =>
                void act('propose', { min, max, multiple, ...(reason.trim() === '' ? {} : { reason }) })
              }
            />
            {row.live && (
              <ActionButton
                label={t('retire')}
                danger
                pending={pending === 'retire'}
                disabled={may ? (reason.trim().length < 5 ? t('off.reason') : null) : t('off.right')}
                onClick={() => void act('retire', { reason })}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
