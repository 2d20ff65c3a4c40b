import { Button, Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  fatalFaults,
  scoreHeads,
  totalOf,
  type FatalFault,
  type Scores,
} from '#shared/streams/calls/review/state.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { useCommand } from '#web/live/use-command.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useReviewTranslations } from './translations.ts';

const full: Scores = { greeting: 20, listening: 20, product: 20, compliance: 20, closing: 20 };

/** Five heads of twenty points and the fatal faults; the second score of a calibration uses the same card. */
export function Scorecard({
  row,
  off,
  onUnsaved,
  command,
}: Pick<SubjectPanelProps, 'row' | 'onUnsaved'> & {
  readonly off: string | null;
  readonly command: 'score' | 'scoreAgain';
}): ReactNode {
  const t = useReviewTranslations();
  const [scores, setScores] = useState(full);
  const [fatal, setFatal] = useState<readonly FatalFault[]>([]);
  const [remarks, setRemarks] = useState('');
  const { run, pending, failure, dismiss } = useCommand('callreview', command);
  const total = totalOf(scores, fatal);
  const save = async (): Promise<void> => {
    if (off !== null || remarks.trim().length < 3) return;
    if (!(await run(row.id, { scores, fatal: [...fatal], remarks: remarks.trim() }))) return;
    onUnsaved(false);
    toast({ text: t(command === 'score' ? 'scored' : 'secondSaved', { ref: row.ref, total }), tone: 'ok' });
  };
  return (
    <form
      className="cb-facts"
      aria-label={t(command === 'score' ? 'scorecard' : 'second')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CardFields
        scores={scores}
        fatal={fatal}
        onScores={(next) => {
          onUnsaved(true);
          setScores(next);
        }}
        onFatal={(next) => {
          onUnsaved(true);
          setFatal(next);
        }}
      />
      <AreaField label={t('remarks')} value={remarks} required maxLength={1000} onChange={setRemarks} />
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {off !== null && <p className="ops-muted">{off}</p>}
      <Button type="submit" loading={pending} disabled={off !== null || remarks.trim().length < 3}>
        {t('save', { total })}
      </Button>
    </form>
  );
}

/** The fields of a scorecard. */
export function CardFields({
  scores,
  fatal,
  onScores,
  onFatal,
}: {
  scores: Scores;
  fatal: readonly FatalFault[];
  onScores: (next: Scores) => void;
  onFatal: (next: readonly FatalFault[]) => void;
}): ReactNode {
  const t = useReviewTranslations();
  return (
    <>
      <div className="cb-fields">
        {scoreHeads.map((head) => (
          <NumberInput
            key={head}
            label={t(`head.${head}`)}
            min={0}
            max={20}
            value={scores[head]}
            onChange={(value) =>
              onScores({ ...scores, [head]: Math.max(0, Math.min(20, Number(value) || 0)) })
            }
          />
        ))}
      </div>
      {fatalFaults.map((fault) => (
        <Checkbox
          key={fault}
          size="xs"
          label={t(`fatal.${fault}`)}
          checked={fatal.includes(fault)}
          onChange={(event) =>
            onFatal(event.currentTarget.checked ? [...fatal, fault] : fatal.filter((one) => one !== fault))
          }
        />
      ))}
    </>
  );
}
