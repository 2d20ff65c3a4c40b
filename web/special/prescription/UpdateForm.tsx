import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { rxRef } from '#shared/streams/prescriptions/references.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { IconPlus } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import type { HeaderValues, LineValues } from './entry-values.ts';
import {
  blankHeader,
  blankLine,
  headerOf,
  lineField,
  lineOf,
  valuesOfHeader,
  valuesOfLine,
} from './entry-values.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { lineChanges } from './line-changes.ts';
import { LineFields } from './LineFields.tsx';
import { LineTable } from './LineTable.tsx';
import { useRxTranslations } from './translations.ts';
import { useUpdateTranslations } from './update-translations.ts';
import { Workbench } from './Workbench.tsx';

/** The valid version, the new one, and their differences while typing. */
export function UpdateForm({
  record,
  onDone,
}: {
  readonly record: RxCase;
  readonly onDone: () => void;
}): ReactNode {
  const t = useUpdateTranslations();
  const rx = useRxTranslations();
  const person = usePerson();
  const online = useOnline();
  const before = record.lines.map(valuesOfLine);
  const [header, setHeader] = useState<HeaderValues>(() =>
    record.header ? valuesOfHeader(record.header) : blankHeader('chronic'),
  );
  const [lines, setLines] = useState<readonly LineValues[]>(before);
  const [reason, setReason] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const [marking, setMarking] = useState<number | null>(null);
  const amend = useCommand('prescription', 'amend');
  const changes = lineChanges(before, lines);
  useUnsaved(changes.length > 0 || reason !== '');
  const put = (line: LineValues): void => {
    amend.dismiss();
    setLines(lines.map((one) => (one.no === line.no ? line : one)));
  };
  const send = async (): Promise<void> => {
    const answer = await amend.run('new', {
      of: Number(record.id),
      reason: reason.trim(),
      header: headerOf(header),
      lines: lines.map(lineOf),
    });
    if (!answer) return;
    toast({ text: t('done', { ref: rxRef(answer.id), old: record.ref }), tone: 'ok' });
    onDone();
  };
  const { failure } = amend;
  const wrong = lineField(failure?.field, lines);
  const headerError = (field: string): string | null =>
    failure?.field === `header.${field}` ? failure.message : null;
  const own = failure?.field === 'reason' ? failure.message : null;
  const may = hasRight(person, 'Prescription/prescriptionUpdate:edit');
  const off = !may ? t('denied') : !online ? rx('readOnly') : reason.trim().length < 5 ? t('reason') : null;
  const marks = lines.flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench
      record={record}
      marks={marks}
      activeId={active === null ? null : String(active)}
      marking={marking === null ? null : String(marking)}
      onPick={(id) => setActive(Number(id))}
      onMark={(region) => {
        const line = lines.find(({ no }) => no === marking);
        if (line) put({ ...line, region });
        setMarking(null);
      }}
    >
      <section className="rx-part" aria-label={t('old', { ref: record.ref })}>
        <h3>{t('old', { ref: record.ref })}</h3>
        <LineTable lines={record.lines} activeNo={active} onActive={setActive} left={record.left} />
      </section>
      <section className="rx-part" aria-label={t('fresh')}>
        <h3>{t('fresh')}</h3>
        <HeaderFields
          header={header}
          patient={record.received?.patientName ?? ''}
          onChange={setHeader}
          error={headerError}
        />
        {lines.map((line) => (
          <LineFields
            key={line.no}
            line={line}
            onChange={put}
            onRemove={lines.length > 1 ? () => setLines(lines.filter(({ no }) => no !== line.no)) : null}
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
          onClick={() => setLines([...lines, blankLine(Math.max(...lines.map(({ no }) => no)) + 1)])}
        >
          {rx('addLine')}
        </Button>
      </section>
      <section className="rx-part" aria-label={t('changes')}>
        <h3>{t('changes')}</h3>
        {changes.length === 0 && <p className="ops-muted">{t('noChanges')}</p>}
        <ul className="rx-changes">
          {changes.map(({ no, field, before: old, after }) => (
            <li key={`${no} ${field}`}>
              <b>{rx('line', { no })}</b>{' '}
              {field === 'line' ? t(after === null ? 'removed' : 'added') : rx(`field.${field}`)}:{' '}
              {old !== null && <del>{old}</del>} {after !== null && <ins>{after}</ins>}
            </li>
          ))}
        </ul>
        <AreaField
          label={t('reason')}
          value={reason}
          required
          maxLength={500}
          error={own}
          onChange={setReason}
        />
      </section>
      {failure && !wrong && !own && !failure.field?.startsWith('header.') && (
        <InlineError
          failure={failure}
          onDismiss={amend.dismiss}
          {...(failure.again ? { onRetry: () => void amend.retry() } : {})}
        />
      )}
      <ActionButton
        primary
        label={t('save', { ref: record.ref })}
        pending={amend.pending}
        disabled={off}
        onClick={() => void send()}
      />
    </Workbench>
  );
}
