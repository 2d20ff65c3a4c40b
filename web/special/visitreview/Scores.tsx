import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { lowScore, visitHeads, visitTotal, type VisitHead } from '#shared/streams/leads/visitreview/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useVisitTranslations } from './translations.ts';
import './visitreview.css';

const steps = [1, 2, 3, 4, 5] as const;

/** Six scores from 1 to 5 and remarks; the reviewer holds the row. */
export function Scores({
  id,
  reference,
  off,
  onUnsaved,
}: {
  id: string;
  reference: string;
  off: string | null;
  onUnsaved?: (unsaved: boolean) => void;
}): ReactNode {
  const t = useVisitTranslations();
  const [scores, setScores] = useState<Partial<Record<VisitHead, number>>>({});
  const [remarks, setRemarks] = useState('');
  const { run, pending, failure, dismiss } = useCommand('visitreview', 'review');
  const complete = visitHeads.every((head) => scores[head] !== undefined);
  const all = Object.fromEntries(visitHeads.map((head) => [head, scores[head] ?? 1])) as Record<
    VisitHead,
    number
  >;
  const low = complete && visitHeads.some((head) => all[head] <= lowScore);
  const ready = off === null && complete && remarks.trim().length >= 3;
  const save = async (): Promise<void> => {
    if (!ready || !(await run(id, { scores: all, remarks: remarks.trim() }))) return;
    onUnsaved?.(false);
    toast({ text: t('saved', { ref: reference, total: visitTotal(all) }), tone: 'ok' });
  };
  return (
    <form
      className="vr-scores"
      aria-label={t('scores')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className="vr-head">{t('scores')}</h3>
      {visitHeads.map((head) => (
        <div key={head} className="vr-score" role="radiogroup" aria-label={t(`head.${head}`)}>
          <span>{t(`head.${head}`)}</span>
          {steps.map((step) => (
            <button
              key={step}
              type="button"
              role="radio"
              aria-checked={scores[head] === step}
              className="vr-step ops-figures"
              data-low={step <= lowScore || undefined}
              onClick={() => {
                setScores({ ...scores, [head]: step });
                onUnsaved?.(true);
              }}
            >
              {step}
            </button>
          ))}
        </div>
      ))}
      <AreaField label={t('remarks')} value={remarks} required maxLength={1000} onChange={setRemarks} />
      {low && <p className="ops-tone-warn vr-plain">{t('lowText')}</p>}
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {off !== null && <p className="ops-muted vr-plain">{off}</p>}
      <Button type="submit" loading={pending} disabled={!ready}>
        {complete ? t('save', { total: visitTotal(all) }) : t('saveFirst')}
      </Button>
    </form>
  );
}
