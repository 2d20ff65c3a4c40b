import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { mostLines } from '#shared/streams/prescriptions/prescription/content.ts';
import { rxRef } from '#shared/streams/prescriptions/references.ts';
import type { Sent } from '#web/live/send-file.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, CheckField, TextField } from '#web/parts/field/text-fields.tsx';
import { IconPlus } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { Evidence } from '#web/parts/evidence/Evidence.tsx';
import { AdhocPages } from './AdhocPages.tsx';
import type { LineValues } from './entry-values.ts';
import { blankHeader, blankLine, headerOf, lineField, lineOf } from './entry-values.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { LineFields } from './LineFields.tsx';
import { useAdhocTranslations } from './adhoc-translations.ts';
import { UseAnyway } from './UseAnyway.tsx';
import { useRxTranslations } from './translations.ts';
import './prescription.css';

type How = 'page' | 'word';

/** One prescription outside the monthly cycle: from an existing page, or verbal for a day. */
export function AdhocForm({
  patient,
  off,
  onDone,
}: {
  readonly patient: FoundPatient;
  readonly off: string | null;
  readonly onDone: () => void;
}): ReactNode {
  const t = useAdhocTranslations();
  const rx = useRxTranslations();
  const [how, setHow] = useState<How>('page');
  const [files, setFiles] = useState<readonly Sent[]>([]);
  const [word, setWord] = useState({ doctor: '', callNote: '' });
  const [agreed, setAgreed] = useState(false);
  const [header, setHeader] = useState(() => ({
    ...blankHeader('acute'),
    patientAsWritten: patient.name,
  }));
  const [lines, setLines] = useState<readonly LineValues[]>([blankLine(1)]);
  const [active, setActive] = useState<number | null>(null);
  const [marking, setMarking] = useState<number | null>(null);
  const enter = useCommand('prescription', 'enterAdhoc');
  useUnsaved(files.length > 0 || lines.some(({ written }) => written !== ''));
  const put = (line: LineValues): void => {
    enter.dismiss();
    setLines(lines.map((one) => (one.no === line.no ? line : one)));
  };
  const page = how === 'page';
  const why =
    off ??
    (page
      ? files.length === 0
        ? t('needPages')
        : null
      : word.doctor.trim().length < 3 || word.callNote.trim().length < 5
        ? t('needWord')
        : null) ??
    (agreed ? null : t('needAgreed'));
  const send = async (anyway = false): Promise<void> => {
    const answer = await enter.run('new', {
      patientId: patient.patientId,
      customerId: patient.customerId,
      caseType: header.caseType,
      fileIds: page ? files.map(({ fileId }) => fileId) : [],
      agreed,
      anyway,
      verbal: page ? null : { doctor: word.doctor.trim(), callNote: word.callNote.trim() },
      header: headerOf(header),
      lines: lines.map(lineOf),
    });
    if (!answer) return;
    toast({ text: t(answer['second'] ? 'toSecond' : 'done', { ref: rxRef(answer.id) }), tone: 'ok' });
    onDone();
  };
  const { failure } = enter;
  const wrong = lineField(failure?.field, lines);
  const marks = lines.flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <div className="rx-work" data-single={page && files.length > 0 ? undefined : true}>
      {page && files.length > 0 && (
        <div className="rx-page">
          <Evidence
            files={files.map((file) => ({ ...file, rotation: 0 }))}
            marks={marks}
            activeId={active === null ? null : String(active)}
            marking={marking === null ? null : String(marking)}
            onMark={(region) => {
              const line = lines.find(({ no }) => no === marking);
              if (line) put({ ...line, region });
              setMarking(null);
            }}
            onPick={(id) => setActive(Number(id))}
          />
        </div>
      )}
      <div className="rx-form">
        <section className="rx-part" aria-label={t('how')}>
          <h3>{t('how')}</h3>
          <SegmentedControl
            aria-label={t('how')}
            value={how}
            onChange={(next) => setHow(next === 'word' ? 'word' : 'page')}
            data={(['page', 'word'] as const).map((value) => ({ value, label: t(`how.${value}`) }))}
          />
          {page ? (
            <AdhocPages
              patientId={patient.patientId}
              files={files}
              label={t('addPages')}
              off={off}
              onChange={(next) => {
                enter.dismiss();
                setFiles(next);
              }}
            />
          ) : (
            <>
              <p className="ops-muted">{t('wordText')}</p>
              <TextField
                label={t('doctor')}
                value={word.doctor}
                required
                maxLength={100}
                onChange={(doctor) => setWord({ ...word, doctor })}
              />
              <AreaField
                label={t('callNote')}
                value={word.callNote}
                required
                maxLength={300}
                onChange={(callNote) => setWord({ ...word, callNote })}
              />
            </>
          )}
        </section>
        <HeaderFields
          header={header}
          patient={patient.name}
          onChange={(next) => {
            enter.dismiss();
            setHeader(next);
          }}
          error={(field) => (failure?.field === `header.${field}` ? failure.message : null)}
        />
        <section className="rx-part" aria-label={rx('lines')}>
          <h3>{rx('lines')}</h3>
          {lines.map((line) => (
            <LineFields
              key={line.no}
              line={line}
              onChange={put}
              onRemove={
                lines.length > 1
                  ? () =>
                      setLines(
                        lines.filter(({ no }) => no !== line.no).map((one, at) => ({ ...one, no: at + 1 })),
                      )
                  : null
              }
              onFocus={() => setActive(line.no)}
              onMark={
                page && files.length > 0 ? () => setMarking(marking === line.no ? null : line.no) : null
              }
              marking={marking === line.no}
              error={
                wrong && wrong.no === line.no && failure
                  ? { field: wrong.field, message: failure.message }
                  : null
              }
            />
          ))}
          <span>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              disabled={lines.length >= mostLines}
              onClick={() => setLines([...lines, blankLine(lines.length + 1)])}
            >
              {rx('addLine')}
            </Button>
          </span>
        </section>
        <CheckField label={t('agreed')} value={agreed} onChange={setAgreed} />
        {failure && !wrong && !failure.field?.startsWith('header.') && (
          <InlineError
            failure={failure}
            onDismiss={enter.dismiss}
            {...(failure.again ? { onRetry: () => void enter.retry() } : {})}
          />
        )}
        <UseAnyway failure={failure} onConfirm={() => void send(true)} />
        <ActionButton
          primary
          label={t('save')}
          pending={enter.pending}
          disabled={why}
          onClick={() => void send()}
        />
      </div>
    </div>
  );
}
