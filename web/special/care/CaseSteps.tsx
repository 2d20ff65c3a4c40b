import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dataSteps, type CareCaseState, type DataStep } from '#shared/streams/care/cccase/state.ts';
import { kitTypes } from '#shared/streams/care/cccase/sections.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';

/** The steps of a month, with who did each; the current one is marked. */
export function StepLine({ state, current }: { state: CareCaseState; current?: string }): ReactNode {
  const words = useTranslations('cccase').t;
  return (
    <ol className="care-steps">
      {dataSteps.map((step) => {
        const done = state.steps[step];
        return (
          <li
            key={step}
            data-done={done ? true : undefined}
            aria-current={current === step ? 'step' : undefined}
            title={
              done ? `${done.by}, ${formatInstant(done.at)}${done.note ? `: ${done.note}` : ''}` : undefined
            }
          >
            {done ? '✓ ' : ''}
            {words(`step.${step}`)}
          </li>
        );
      })}
      {(['assessment', 'doctorReview', 'kitDraft', 'kitReady', 'closed'] as const).map((stage) => (
        <li key={stage} aria-current={state.stage === stage ? 'step' : undefined}>
          {words(`stage.${stage}`)}
        </li>
      ))}
    </ol>
  );
}

/** Marks one step of the month as done; a note where something is to be said. */
export function StepDone({
  caseId,
  step,
  off,
  onDone,
}: {
  caseId: number;
  step: DataStep;
  off: string | null;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('cccase').t;
  const complete = useCommand('cccase', 'completeStep');
  const [note, setNote] = useState('');
  const send = (): void =>
    void complete
      .run(caseId, { step, note: note.trim() === '' ? null : note })
      .then((done) => done && onDone());
  return (
    <form
      className="care-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (off === null) send();
      }}
    >
      <TextField label={t('stepNote')} value={note} onChange={setNote} maxLength={500} />
      <div className="care-actions">
        <Button type="submit" loading={complete.pending} disabled={off !== null} title={off ?? undefined}>
          {t('stepDone', { step: words(`step.${step}`) })}
        </Button>
      </div>
      {complete.failure && (
        <div className="care-wide">
          <InlineError failure={complete.failure} onDismiss={complete.dismiss} />
        </div>
      )}
    </form>
  );
}

/** The kit of a month: decided, then sent. */
export function KitSteps({
  caseId,
  state,
  asked,
  off,
  onDone,
}: {
  caseId: number;
  state: CareCaseState;
  asked: number;
  off: string | null;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('cccase').t;
  const finalize = useCommand('cccase', 'finalizeKit');
  const send = useCommand('cccase', 'sendKit');
  const [type, setType] = useState<string | null>(String(asked));
  const [reason, setReason] = useState('');
  const failure = finalize.failure ?? send.failure;
  return (
    <div className="care-form">
      {state.stage === 'kitDraft' && (
        <>
          <SelectField
            label={t('kit')}
            hint={t('kitAsked', { kit: words(`kitType.${asked}`) })}
            value={type}
            required
            choices={kitTypes.map((one) => ({ value: String(one), label: words(`kitType.${one}`) }))}
            onChange={setType}
          />
          {type !== String(asked) && (
            <TextField label={t('reason')} value={reason} onChange={setReason} required />
          )}
          <div className="care-actions">
            <Button
              disabled={off !== null}
              title={off ?? undefined}
              loading={finalize.pending}
              onClick={() =>
                void finalize
                  .run(caseId, { iKitTypeId: Number(type), ...(reason.trim() ? { reason } : {}) })
                  .then((done) => done && onDone())
              }
            >
              {t('decideKit')}
            </Button>
          </div>
        </>
      )}
      {state.stage === 'kitReady' && (
        <div className="care-actions">
          <strong>{words(`kitType.${state.kitTypeId}`)}</strong>
          <Button
            disabled={off !== null}
            title={off ?? undefined}
            loading={send.pending}
            onClick={() => void send.run(caseId, {}).then((done) => done && onDone())}
          >
            {t('sendKit')}
          </Button>
        </div>
      )}
      {failure && (
        <div className="care-wide">
          <InlineError failure={failure} />
        </div>
      )}
    </div>
  );
}
