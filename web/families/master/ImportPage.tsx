import { Button, Checkbox, Progress } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import type { ImportFile, ImportLine } from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api, call } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useMutation, useQuery, useQueryClient } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { prompt } from '#web/parts/prompt.tsx';
import { IconDownload, IconUpload } from '#web/parts/icons.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';
import { fetchFile } from '#web/live/fetch-file.ts';
import { mayLeave } from './RecordForm.tsx';
import { Page } from './RecordPanel.tsx';
import { SeriesForm } from './SeriesForm.tsx';
import { fieldText } from './value-text.ts';

const running: readonly ImportFile['state'][] = ['checking', 'applying', 'undoing'];
const WATCH_MS = 700;
const PAGE = 100;

const tones: Readonly<Record<string, Tone>> = {
  create: 'ok',
  update: 'info',
  same: 'muted',
  bad: 'danger',
  done: 'ok',
  failed: 'danger',
  undone: 'muted',
  kept: 'warn',
  cleared: 'warn',
  checked: 'info',
  applied: 'ok',
  applying: 'accent',
  checking: 'accent',
  undoing: 'accent',
};

/**
 * Records from a file: a template, a dry run with a result for every row, then applied in the background, and
 * undone as a whole.
 */
export function ImportPage({
  def,
  speech,
  onClose,
}: {
  def: MasterDef;
  speech: Speech;
  onClose: () => void;
}): ReactNode {
  const { t, own } = speech;
  const language = useLanguage();
  const client = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const dirty = useRef(false);
  const onDirty = useCallback((now: boolean) => void (dirty.current = now), []);
  const leave = async (): Promise<void> => {
    if (await mayLeave(dirty.current, t)) onClose();
  };
  const listKey = ['master-imports', def.name];
  const list = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.get<{ files: readonly ImportFile[] }>(route('import', def.name), { signal }),
    staleTime: 0,
  });
  const template = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      fetchFile(route('import', def.name, 'template'), { format, lang: language }, `${def.name}.${format}`),
  });
  const taken = (file: ImportFile): void => {
    setOpen(file.id);
    void client.invalidateQueries({ queryKey: listKey });
  };
  const send = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file, file.name);
      return call<ImportFile>('POST', route('import', def.name), form, { timeout: 120_000 });
    },
    onSuccess: (file) => taken(file),
  });
  return (
    <Page title={t('importTitle', { title: own('title') })} onClose={() => void leave()} t={t}>
      <div className="ma-import">
        <section className="ma-steps">
          <div>
            <h3>{t('importTemplate')}</h3>
            <p className="ops-muted">{t('importTemplateText')}</p>
            <div className="ma-bar-row">
              <Button
                variant="default"
                leftSection={<IconDownload size={14} />}
                loading={template.isPending && template.variables === 'xlsx'}
                onClick={() => template.mutate('xlsx')}
              >
                XLSX
              </Button>
              <Button
                variant="default"
                leftSection={<IconDownload size={14} />}
                loading={template.isPending && template.variables === 'csv'}
                onClick={() => template.mutate('csv')}
              >
                CSV
              </Button>
            </div>
            {template.error && (
              <InlineError failure={failureOf(template.error)} onDismiss={() => template.reset()} />
            )}
          </div>
          <div>
            <h3>{t('importFile')}</h3>
            <p className="ops-muted">{t('importFileText')}</p>
            <Drop pending={send.isPending} onFile={(file) => send.mutate(file)} speech={speech} />
            {send.error && <InlineError failure={failureOf(send.error)} onDismiss={() => send.reset()} />}
          </div>
        </section>
        {def.series && (
          <SeriesForm def={def} series={def.series} speech={speech} onMade={taken} onDirty={onDirty} />
        )}
        {open && (
          <OneImport
            key={open}
            def={def}
            id={open}
            speech={speech}
            onChanged={() => void client.invalidateQueries({ queryKey: listKey })}
          />
        )}
        <section>
          <h3>{t('importEarlier')}</h3>
          {list.error ? (
            <ErrorState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />
          ) : !list.data ? (
            <Skeleton rows={4} />
          ) : list.data.files.length === 0 ? (
            <p className="ops-muted">{t('importNone')}</p>
          ) : (
            <div className="ma-scroll">
              <table className="ma-table">
                <thead>
                  <tr>
                    <th scope="col">{t('importName')}</th>
                    <th scope="col">{t('importState')}</th>
                    <th scope="col">{t('importRows')}</th>
                    <th scope="col">{t('importBy')}</th>
                  </tr>
                </thead>
                <tbody>
                  {list.data.files.map((file) => (
                    <tr key={file.id} data-open={file.id === open || undefined}>
                      <td>
                        <button type="button" className="ma-link" onClick={() => setOpen(file.id)}>
                          {file.fileName}
                        </button>
                      </td>
                      <td>
                        <StatusWord tone={tones[file.state] ?? 'muted'} dot>
                          {t(`import.${file.state}`)}
                        </StatusWord>
                      </td>
                      <td className="ops-figures">{formatNumber(file.rows, 0)}</td>
                      <td>
                        {file.madeBy}{' '}
                        <span className="ops-muted ops-figures">{formatInstant(file.madeAt)}</span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      </div>
    </Page>
  );
}

function Drop({
  pending,
  onFile,
  speech,
}: {
  pending: boolean;
  onFile: (file: File) => void;
  speech: Speech;
}): ReactNode {
  const { t } = speech;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !pending) onFile(file);
  };
  return (
    <div
      className="ma-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button leftSection={<IconUpload size={14} />} loading={pending} onClick={() => input.current?.click()}>
        {t('importChoose')}
      </Button>
      <span className="ops-muted">{t('importDrop')}</span>
      <input
        ref={input}
        type="file"
        className="ops-hidden"
        tabIndex={-1}
        aria-label={t('importChoose')}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

function OneImport({
  def,
  id,
  speech,
  onChanged,
}: {
  def: MasterDef;
  id: string;
  speech: Speech;
  onChanged: () => void;
}): ReactNode {
  const { t } = speech;
  const [pageNo, setPageNo] = useState(0);
  const [onlyBad, setOnlyBad] = useState(false);
  const one = useQuery({
    queryKey: ['master-import', def.name, id, pageNo, onlyBad],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<ImportFile & { lines: readonly ImportLine[]; total: number }>(route('import', def.name, id), {
        query: { pageNo, records: PAGE, only: onlyBad ? 'bad' : undefined },
        signal,
      }),
    placeholderData: (before) => before,
    refetchInterval: (query) =>
      query.state.data && running.includes(query.state.data.state) ? WATCH_MS : false,
  });
  const step = useMutation({
    mutationFn: (what: 'apply' | 'undo') => api.post<ImportFile>(route('import', def.name, id, what), {}),
    onSuccess: () => {
      void one.refetch();
      onChanged();
    },
  });
  const file = one.data;
  if (one.error && !file)
    return <ErrorState failure={failureOf(one.error)} onRetry={() => void one.refetch()} />;
  if (!file) return <Skeleton rows={6} />;
  const bad = (file.counts.bad ?? 0) + (file.counts.failed ?? 0);
  const good = (file.counts.create ?? 0) + (file.counts.update ?? 0);
  const busy = running.includes(file.state);
  const apply = async (): Promise<void> => {
    if (
      bad === 0 ||
      (await prompt({
        title: t('importApplyTitle'),
        body: t('importApplyBad', { bad: formatNumber(bad, 0), good: formatNumber(good, 0) }),
        yes: t('importApply', { count: good, shown: formatNumber(good, 0) }),
        no: t('back'),
      }))
    )
      step.mutate('apply');
  };
  const undo = async (): Promise<void> => {
    if (
      await prompt({
        title: t('importUndoTitle'),
        body: t('importUndoText'),
        danger: true,
        yes: t('importUndo'),
        no: t('back'),
      })
    )
      step.mutate('undo');
  };
  return (
    <section className="ma-one" aria-label={file.fileName}>
      <div className="ma-one-head">
        <h3>{file.fileName}</h3>
        <StatusWord tone={tones[file.state] ?? 'muted'} soft>
          {t(`import.${file.state}`)}
        </StatusWord>
        <span className="ma-counts">
          {(Object.entries(file.counts) as [string, number][])
            .filter(([, n]) => n > 0)
            .map(([effect, n]) => (
              <StatusWord key={effect} tone={tones[effect] ?? 'muted'}>
                <span className="ops-figures">{formatNumber(n, 0)}</span>{' '}
                {t(`effect.${effect as ImportLine['effect'] | 'cleared'}`)}
              </StatusWord>
            ))}
        </span>
      </div>
      {busy && (
        <div role="status" className="ma-progress">
          <Progress
            value={file.rows === 0 ? 0 : (100 * file.done) / file.rows}
            size="sm"
            aria-label={t(`import.${file.state}`)}
          />
          <span className="ops-figures">
            {t('importProgress', { done: formatNumber(file.done, 0), rows: formatNumber(file.rows, 0) })}
          </span>
        </div>
      )}
      {file.unknown.length > 0 && (
        <p className="ops-muted" role="note">
          {t('importUnknown', { count: file.unknown.length, columns: file.unknown.join(', ') })}
        </p>
      )}
      {file.twice.length > 0 && (
        <p className="ops-tone-warn" role="note">
          {t('importTwice', { count: file.twice.length, columns: file.twice.join(', ') })}
        </p>
      )}
      {file.surplus.length > 0 && (
        <p className="ops-tone-warn" role="note">
          {t('importSurplus', { count: file.surplus.length, columns: file.surplus.join(', ') })}
        </p>
      )}
      {step.error && <InlineError failure={failureOf(step.error)} onDismiss={() => step.reset()} />}
      <div className="ma-bar-row">
        {file.state === 'checked' && (
          <ActionButton
            label={t('importApply', { count: good, shown: formatNumber(good, 0) })}
            primary
            pending={step.isPending}
            disabled={
              good === 0 ? t('importNothing') : def.importWhole && bad > 0 ? t('importWholeBad') : null
            }
            onClick={() => void apply()}
          />
        )}
        {file.state === 'applied' && (
          <ActionButton label={t('importUndo')} danger pending={step.isPending} onClick={() => void undo()} />
        )}
        <Checkbox
          size="xs"
          label={t('importOnlyBad')}
          checked={onlyBad}
          onChange={(event) => {
            setOnlyBad(event.currentTarget.checked);
            setPageNo(0);
          }}
        />
      </div>
      {file.lines.length === 0 ? (
        busy ? null : (
          <EmptyState title={t('importNoLines')} />
        )
      ) : (
        <Connections def={def} lines={file.lines} speech={speech} />
      )}
      {file.total > PAGE && (
        <div className="ma-bar-row">
          <Button
            size="compact-xs"
            variant="default"
            disabled={pageNo === 0}
            onClick={() => setPageNo(pageNo - 1)}
          >
            {t('pageBack')}
          </Button>
          <span className="ops-muted ops-figures">
            {t('pageOf', { page: pageNo + 1, pages: Math.ceil(file.total / PAGE) })}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            disabled={(pageNo + 1) * PAGE >= file.total}
            onClick={() => setPageNo(pageNo + 1)}
          >
            {t('pageNext')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Connections({
  def,
  lines,
  speech,
}: {
  def: MasterDef;
  lines: readonly ImportLine[];
  speech: Speech;
}): ReactNode {
  const { t, own } = speech;
  const text = (name: string, value: unknown): string => {
    if (name === 'iStatus') return value === null || value === undefined ? '' : own(`state.${String(value)}`);
    const field = def.fields.find((one) => one.name === name);
    return field ? fieldText(field, value, { ...speech, labels: {} }) : String(value ?? '');
  };
  const label = (name: string): string =>
    name === 'iStatus' || name === 'iId' ? own(`column.${name}`) : own(`field.${name}`);
  return (
    <div className="ma-scroll ma-results">
      <table className="ma-table">
        <thead>
          <tr>
            <th scope="col">{t('importLine')}</th>
            <th scope="col">{t('result')}</th>
            <th scope="col">{t('record')}</th>
            <th scope="col">{t('importWhat')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td className="ops-figures">{line.line}</td>
              <td>
                <StatusWord tone={tones[line.effect] ?? 'muted'}>{t(`effect.${line.effect}`)}</StatusWord>
              </td>
              <td>{line.given.vName ?? line.given.vCode ?? Object.values(line.given)[0] ?? ''}</td>
              <td>
                {line.problems.length > 0 ? (
                  <ul className="ma-problems ops-tone-danger">
                    {line.problems.map((one) => (
                      <li key={`${one.field} ${one.code} ${one.cell}`}>
                        {one.cell && <span className="ops-figures">{one.cell} · </span>}
                        {one.message}
                      </li>
                    ))}
                  </ul>
                ) : (
                  line.changes.slice(0, 6).map(({ field, before, after }) => (
                    <span key={field} className="ma-diff">
                      <span className="ops-muted">{label(field)}</span>{' '}
                      {before !== null && before !== undefined && (
                        <>
                          <del>{text(field, before)}</del> →{' '}
                        </>
                      )}
                      {text(field, after) ? (
                        <ins>{text(field, after)}</ins>
                      ) : (
                        <ins className="ops-tone-warn">{t('blank')}</ins>
                      )}
                    </span>
                  ))
                )}
                {line.changes.length > 6 && <span className="ops-muted"> +{line.changes.length - 6}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
