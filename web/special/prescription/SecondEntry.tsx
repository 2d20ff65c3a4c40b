import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import type { EntryFormProps } from './EntryForm.tsx';
import type { LineValues } from './entry-values.ts';
import { blankHeader, blankLine, draftOf, lineField, lineOf, valuesOfDraft } from './entry-values.ts';
import { LineFields } from './LineFields.tsx';
import { useAutosave } from './use-autosave.ts';
import { useRxTranslations } from './translations.ts';
import { Workbench } from './Workbench.tsx';

/** The second entry of the risky lines: their places on the page, and nothing of the first entry. */
export function SecondEntry({ record, blocked, onUnsaved, onChanged }: EntryFormProps): ReactNode {
  const t = useRxTranslations();
  const [lines, setLines] = useState<readonly LineValues[]>(() => {
    const kept = record.draft ? valuesOfDraft(record.draft.draft, 'chronic').lines : [];
    return record.repeat.map(({ no }) => kept.find((line) => line.no === no) ?? blankLine(no));
  });
  const [active, setActive] = useState<number | null>(record.repeat[0]?.no ?? null);
  const submit = useCommand('prescription', 'submitSecondEntry');
  const autosave = useAutosave(record.id, 'secondEntering', () =>
    draftOf({ header: blankHeader('chronic'), lines }),
  );
  const { state } = autosave;
  useEffect(() => {
    onUnsaved(state !== 'clean');
    return () => onUnsaved(false);
  }, [state, onUnsaved]);
  const send = async (): Promise<void> => {
    const answer = await submit.run(record.id, {
      lines: lines.map((line) => ({ ...lineOf(line), region: null })),
    });
    if (!answer) return;
    onUnsaved(false);
    toast({
      text: t(answer['agreed'] ? 'secondAgreed' : 'secondDiffer'),
      tone: answer['agreed'] ? 'ok' : 'warn',
    });
    onChanged();
  };
  const { failure } = submit;
  const wrong = lineField(failure?.field, lines);
  const marks = record.repeat.flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench
      record={record}
      marks={marks}
      activeId={active === null ? null : String(active)}
      onPick={(id) => setActive(Number(id))}
    >
      <p className="rx-note">{t('blind')}</p>
      <p className="ops-muted">{t(`saved.${state}`)}</p>
      {autosave.failure && <InlineError failure={autosave.failure} onRetry={() => void autosave.save()} />}
      {lines.map((line) => (
        <LineFields
          key={line.no}
          line={line}
          blind
          onChange={(next) => {
            setLines(lines.map((one) => (one.no === next.no ? next : one)));
            autosave.edited();
            submit.dismiss();
          }}
          onFocus={() => setActive(line.no)}
          error={
            wrong && wrong.no === line.no && failure ? { field: wrong.field, message: failure.message } : null
          }
        />
      ))}
      {failure && !wrong && (
        <InlineError
          failure={failure}
          onDismiss={submit.dismiss}
          {...(failure.again ? { onRetry: () => void submit.retry().then(onChanged) } : {})}
        />
      )}
      <ActionButton
        label={t('submitSecond')}
        primary
        pending={submit.pending}
        disabled={blocked}
        onClick={() => void send()}
      />
    </Workbench>
  );
}
