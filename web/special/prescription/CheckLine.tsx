import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { errorClasses } from '#shared/streams/prescriptions/prescription/events.ts';
import type { LineDecision, RxLine } from '#shared/streams/prescriptions/prescription/content.ts';
import { decisions } from '#shared/streams/prescriptions/prescription/content.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { lineOf, valuesOfLine } from './entry-values.ts';
import { LineFields } from './LineFields.tsx';
import { useRxTranslations } from './translations.ts';

export interface CheckLineProps {
  readonly record: RxCase;
  readonly line: RxLine;
  readonly blocked: string | null;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onChanged: () => void;
}

/** The checker's actions on a line: a correction with the kind of error, or the decision about its supply. */
export function CheckLine(props: CheckLineProps): ReactNode {
  const t = useRxTranslations();
  const [correcting, setCorrecting] = useState(false);
  if (correcting) return <Correction {...props} onClose={() => setCorrecting(false)} />;
  return (
    <div className="rx-row">
      <Decision {...props} />
      <Button
        size="compact-xs"
        variant="default"
        disabled={props.blocked !== null}
        onClick={() => setCorrecting(true)}
      >
        {t('correct')}
      </Button>
    </div>
  );
}

function Decision({ record, line, blocked, onChanged }: CheckLineProps): ReactNode {
  const t = useRxTranslations();
  const decide = useCommand('prescription', 'decideLine');
  const [wanted, setWanted] = useState<LineDecision | null>(null);
  const [reason, setReason] = useState('');
  const asks = wanted === 'hold' || wanted === 'stopped';
  const send = async (decision: LineDecision, holdReason: string | null): Promise<void> => {
    if (!(await decide.run(record.id, { no: line.no, decision, holdReason }))) return;
    setWanted(null);
    setReason('');
    onChanged();
  };
  return (
    <div className="rx-decision">
      <SelectField
        label={t('decision')}
        value={wanted ?? line.decision}
        required
        disabled={blocked !== null || decide.pending}
        choices={decisions.map((value) => ({
          value,
          label: t(`decision.${value}`),
          disabled: value === 'supply' && line.productId === null,
        }))}
        onChange={(value) => {
          const next = decisions.find((one) => one === value) ?? line.decision;
          if (next === 'hold' || next === 'stopped') setWanted(next);
          else void send(next, null);
        }}
      />
      {asks && (
        <>
          <TextField label={t('holdReason')} value={reason} required maxLength={200} onChange={setReason} />
          <Button
            size="compact-sm"
            loading={decide.pending}
            disabled={reason.trim().length < 3}
            onClick={() => wanted && void send(wanted, reason.trim())}
          >
            {t('setDecision')}
          </Button>
        </>
      )}
      {decide.failure && <InlineError failure={decide.failure} onDismiss={decide.dismiss} />}
    </div>
  );
}

function Correction({
  record,
  line,
  onUnsaved,
  onChanged,
  onClose,
}: CheckLineProps & { readonly onClose: () => void }): ReactNode {
  const t = useRxTranslations();
  const correct = useCommand('prescription', 'correctLine');
  const [values, setValues] = useState(() => valuesOfLine(line));
  const [errorClass, setErrorClass] = useState<string | null>(null);
  useEffect(() => {
    onUnsaved(true);
    return () => onUnsaved(false);
  }, [onUnsaved]);
  const send = async (): Promise<void> => {
    if (!(await correct.run(record.id, { line: lineOf(values), errorClass }))) return;
    onChanged();
    onClose();
  };
  const field = /^lines?\.(?:\d+\.)?(\w+)/.exec(correct.failure?.field ?? '')?.[1] ?? null;
  return (
    <div className="rx-correction">
      <LineFields
        line={values}
        onChange={setValues}
        error={field && correct.failure ? { field, message: correct.failure.message } : null}
      />
      <SelectField
        label={t('errorClass')}
        value={errorClass}
        required
        choices={errorClasses.map((value) => ({ value, label: t(`error.${value}`) }))}
        onChange={setErrorClass}
      />
      {correct.failure && !field && <InlineError failure={correct.failure} onDismiss={correct.dismiss} />}
      <span className="rx-row">
        <Button
          size="compact-sm"
          loading={correct.pending}
          disabled={errorClass === null}
          onClick={() => void send()}
        >
          {t('saveCorrection')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
    </div>
  );
}
