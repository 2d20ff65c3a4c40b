import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { fieldProblems } from '#shared/core/fields.ts';
import { requestedOf } from '#shared/families/master-bulk.ts';
import type { BulkStep } from '#shared/families/master-bulk.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import type { BulkAnswer, BulkCommand, Labels } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { useAttempt } from '#web/live/use-attempt.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { SendDialog, type Wrong } from '#web/parts/send/SendDialog.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';
import { FieldInput } from './FieldInput.tsx';
import { filled } from './form-values.ts';
import type { ListRow } from './list-rows.ts';
import { useProblemText } from './problems.ts';

export interface BulkDialogProps {
  readonly def: MasterDef;
  readonly rows: readonly ListRow[];
  readonly steps: readonly BulkStep[];
  readonly labels: Labels;
  readonly speech: Speech;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const shortest = 3;

/** One change to many records; each succeeds or fails by itself. */
export function BulkDialog({
  def,
  rows,
  steps,
  labels,
  speech,
  onDone,
  onClose,
}: BulkDialogProps): ReactNode {
  const { t, own } = speech;
  const [name, setName] = useState(steps[0]!.name);
  const step = steps.find((one) => one.name === name)!;
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = useDraft<{ reason: string; prompted: Readonly<Record<string, Fields>> }>(
    `${def.name}.bulk`,
    null,
    { reason: '', prompted: {} },
  );
  const { reason } = draft.values;
  const attempt = useAttempt<BulkAnswer>();
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const shown = requestedOf(step, chosen ?? undefined);
  const ticks = shown.flatMap((field) => (field.kind === 'yesNo' ? [[field.name, field.default ?? 0]] : []));
  const values: Fields = { ...Object.fromEntries(ticks), ...draft.values.prompted[name] };
  const prefix = step.command ? `${step.command.name}.` : '';
  const parsed = schemaOf(shown).safeParse(
    filled(Object.fromEntries(shown.map((field) => [field.name, values[field.name]]))),
  );
  const problems = parsed.success ? [] : fieldProblems(parsed.error);
  const text = useProblemText(def, (word, more) =>
    own(word.startsWith('field.') ? word.replace('field.', `field.${prefix}`) : word, more),
  );
  const unsaid = step.reason === 'required' && reason.trim().length < shortest;
  const wrong: Readonly<Record<string, Wrong>> = {
    ...Object.fromEntries(problems.map((problem) => [problem.field, text(problem)])),
    chosen: step.oneField && !chosen ? t('bulkFieldMissing') : null,
    reason: unsaid ? t('reasonMissing') : null,
  };
  const command: BulkCommand = {
    action: name,
    records: rows.map(({ row }) => ({ id: row.id, version: row.version })),
    // Fields left blank here are cleared there.
    ...(shown.length > 0
      ? { fields: { ...(step.oneField && chosen ? { [chosen]: null } : {}), ...(parsed.data as Fields) } }
      : {}),
    ...(step.reason !== 'none' && reason.trim() ? { reason: reason.trim() } : {}),
  };
  const send = (): Promise<BulkAnswer | null> =>
    attempt.run(({ keys }) =>
      keys.send(command, (key) =>
        api.post<BulkAnswer>(route('bulk', def.name), command, { key, timeout: 120_000 }),
      ),
    );
  if (answer) return <BulkResults answer={answer} rows={rows} speech={speech} onClose={onClose} />;
  return (
    <SendDialog
      width={480}
      title={t('bulkTitle', { count: rows.length })}
      verb={t('bulkSend', { count: rows.length })}
      cancel={t('back')}
      danger={step.danger ?? false}
      sending={attempt}
      draft={draft}
      wrong={wrong}
      send={send}
      onSent={(result) => {
        setAnswer(result);
        onDone();
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            kind="choice"
            label={t('bulkWhat')}
            required
            value={name}
            onChange={(next) => {
              if (!next) return;
              setName(next);
              setChosen(null);
            }}
            choices={steps.map((one) => ({ value: one.name, label: nameOf(one, speech) }))}
            autoFocus
          />
          {step.oneField && (
            <Field
              kind="choice"
              label={t('bulkField')}
              required
              value={chosen}
              onChange={setChosen}
              choices={step.fields.map((field) => ({
                value: field.name,
                label: own(`field.${prefix}${field.name}`),
              }))}
              error={error('chosen')}
            />
          )}
          {shown.map((field) => (
            <FieldInput
              key={`${name} ${field.name}`}
              master={def.name}
              field={field}
              prefix={prefix}
              lookupPrefix={step.command ? 'command.' : ''}
              value={values[field.name]}
              onChange={(value) =>
                draft.put({
                  prompted: {
                    ...draft.values.prompted,
                    [name]: { ...draft.values.prompted[name], [field.name]: value },
                  },
                })
              }
              own={own}
              labels={labels}
              error={(path) => error(path ? `${field.name}.${path}` : field.name)}
            />
          ))}
          {step.reason !== 'none' && (
            <Field
              kind="paragraph"
              label={step.reason === 'required' ? t('reason') : t('reasonOptional')}
              required={step.reason === 'required'}
              value={reason}
              onChange={(text) => draft.put({ reason: text })}
              rows={2}
              maxLength={500}
              error={error('reason')}
            />
          )}
        </>
      )}
    </SendDialog>
  );
}

function nameOf({ name }: BulkStep, { t, own }: Speech): string {
  const [kind, action] = name.split('.') as ['update' | 'activate' | 'deactivate' | 'cancel', string?];
  return action === undefined ? t(`bulk.${kind}`) : own(`action.${action}`);
}

/** The result of each record, unchanged ones first. */
function BulkResults({
  answer: { results },
  rows,
  speech: { t },
  onClose,
}: Pick<BulkDialogProps, 'rows' | 'speech' | 'onClose'> & { readonly answer: BulkAnswer }): ReactNode {
  const failed = results.filter(({ ok }) => !ok);
  const recordName = (id: number): string => {
    const row = rows.find((one) => one.row.id === id)?.row;
    return String(row?.fields.vName ?? row?.fields.vCode ?? `#${id}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('bulkDone', { ok: results.length - failed.length, total: results.length })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {failed.length > 0 && (
        <p className="ma-plain ops-tone-danger">{t('bulkFailed', { count: failed.length })}</p>
      )}
      <div className="ma-scroll ma-results">
        <table className="ma-table">
          <thead>
            <tr>
              <th scope="col">{t('record')}</th>
              <th scope="col">{t('result')}</th>
            </tr>
          </thead>
          <tbody>
            {[...failed, ...results.filter(({ ok }) => ok)].map((one) => (
              <tr key={one.id}>
                <td>{recordName(one.id)}</td>
                <td>
                  {one.ok ? (
                    <StatusWord tone="ok">{t('done')}</StatusWord>
                  ) : (
                    <span className="ops-tone-danger">{one.message}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
