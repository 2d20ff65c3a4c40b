import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { mostLines } from '#shared/streams/prescriptions/prescription/content.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { IconPlus } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import type { EntryValues, LineValues } from './entry-values.ts';
import {
  blankEntry,
  blankLine,
  draftOf,
  headerOf,
  lineField,
  lineOf,
  valuesOfDraft,
  valuesOfHeader,
  valuesOfLine,
} from './entry-values.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { LineFields } from './LineFields.tsx';
import { useAutosave } from './use-autosave.ts';
import { useRxTranslations } from './translations.ts';
import { Workbench } from './Workbench.tsx';

export interface EntryFormProps {
  readonly record: RxCase;
  readonly blocked: string | null;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onChanged: () => void;
}

function begin(record: RxCase): EntryValues {
  const caseType = record.received?.caseType ?? 'chronic';
  if (record.draft) return valuesOfDraft(record.draft.draft, caseType);
  if (record.header && record.lines.length > 0)
    return { header: valuesOfHeader(record.header), lines: record.lines.map(valuesOfLine) };
  return blankEntry(caseType);
}

/** The first entry: header and lines beside the page, saved while typing. */
export function EntryForm({ record, blocked, onUnsaved, onChanged }: EntryFormProps): ReactNode {
  const t = useRxTranslations();
  const [values, setValues] = useState(() => begin(record));
  const [active, setActive] = useState<number | null>(null);
  const [marking, setMarking] = useState<number | null>(null);
  const submit = useCommand('prescription', 'submitDigitization');
  const autosave = useAutosave(record.id, 'entering', () => draftOf(values));
  const { state } = autosave;
  useEffect(() => {
    onUnsaved(state !== 'clean');
    return () => onUnsaved(false);
  }, [state, onUnsaved]);

  const put = (next: EntryValues): void => {
    setValues(next);
    autosave.edited();
    submit.dismiss();
  };
  const putLine = (line: LineValues): void =>
    put({ ...values, lines: values.lines.map((one) => (one.no === line.no ? line : one)) });
  const renumbered = (lines: readonly LineValues[]): readonly LineValues[] =>
    lines.map((line, at) => ({ ...line, no: at + 1 }));
  const send = async (): Promise<void> => {
    const answer = await submit.run(record.id, {
      header: headerOf(values.header),
      lines: values.lines.map(lineOf),
    });
    if (!answer) return;
    onUnsaved(false);
    const repeat = answer['repeat'] as readonly { no: number }[] | undefined;
    toast({
      text: repeat ? t('toSecond', { lines: repeat.map(({ no }) => no).join(', ') }) : t('toCheck'),
      tone: 'ok',
    });
    onChanged();
  };
  const { failure } = submit;
  const wrong = lineField(failure?.field, values.lines);
  const headerError = (field: string): string | null =>
    failure?.field === `header.${field}` ? failure.message : null;
  const marks = values.lines.flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench
      record={record}
      marks={marks}
      activeId={active === null ? null : String(active)}
      marking={marking === null ? null : String(marking)}
      onMark={(region) => {
        const line = values.lines.find(({ no }) => no === marking);
        if (line) putLine({ ...line, region });
        setMarking(null);
      }}
      onPick={(id) => setActive(Number(id))}
    >
      {record.draft && (
        <p className="ops-muted">
          {t('draftFrom', { name: record.draft.by.name, at: formatInstant(record.draft.at) })} ·{' '}
          {t(`saved.${state}`)}
        </p>
      )}
      {!record.draft && <p className="ops-muted">{t(`saved.${state}`)}</p>}
      {autosave.failure && <InlineError failure={autosave.failure} onRetry={() => void autosave.save()} />}
      <HeaderFields
        header={values.header}
        patient={record.received?.patientName ?? ''}
        onChange={(header) => put({ ...values, header })}
        error={headerError}
      />
      <section className="rx-part" aria-label={t('lines')}>
        <h3>{t('lines')}</h3>
        {values.lines.map((line) => (
          <LineFields
            key={line.no}
            line={line}
            onChange={putLine}
            onRemove={
              values.lines.length > 1
                ? () => put({ ...values, lines: renumbered(values.lines.filter(({ no }) => no !== line.no)) })
                : null
            }
            onFocus={() => setActive(line.no)}
            onMark={
              record.received && record.received.files.length > 0
                ? () => setMarking(marking === line.no ? null : line.no)
                : null
            }
            marking={marking === line.no}
            error={
              wrong && wrong.no === line.no && failure
                ? { field: wrong.field, message: failure.message }
                : null
            }
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={values.lines.length >= mostLines}
          onClick={() => put({ ...values, lines: [...values.lines, blankLine(values.lines.length + 1)] })}
        >
          {t('addLine')}
        </Button>
      </section>
      {failure && !wrong && !failure.field?.startsWith('header.') && (
        <InlineError
          failure={failure}
          onDismiss={submit.dismiss}
          {...(failure.again ? { onRetry: () => void submit.retry().then(onChanged) } : {})}
        />
      )}
      <ActionButton
        label={t('submit')}
        primary
        pending={submit.pending}
        disabled={blocked}
        onClick={() => void send()}
      />
    </Workbench>
  );
}
