import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { BulkAnswer, BulkOrder, Labels } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useMutation } from '#web/live/query.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { Speech } from './columns.tsx';
import { door } from './declaration.ts';
import { FieldInput } from './FieldInput.tsx';
import type { ListRow } from './list-rows.ts';

export type BulkAction = BulkOrder['action'];

export interface BulkDialogProps {
  readonly def: MasterDef;
  readonly rows: readonly ListRow[];
  readonly actions: readonly BulkAction[];
  readonly labels: Labels;
  readonly speech: Speech;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** One change to many records; each answers for itself. */
export function BulkDialog({ def, rows, actions, labels, speech, onDone, onClose }: BulkDialogProps): ReactNode {
  const { t, own } = speech;
  const [action, setAction] = useState<BulkAction>(actions[0]!);
  const [fieldName, setFieldName] = useState<string | null>(null);
  const [value, setValue] = useState<unknown>(undefined);
  const draft = useDraft(`${def.name}.bulk`, null, { reason: '' });
  const { reason } = draft.values;
  const [tried, setTried] = useState(false);
  const [key] = useState(newKey);
  const fields = useMemo(
    () =>
      def.fields.filter(
        (field) =>
          field.kind !== 'rows' &&
          !field.readOnly &&
          !field.readOnlyAfterUse &&
          (!def.changeable || def.changeable.includes(field.name)) &&
          !def.uniques.some((rule) => rule.name.split('.').includes(field.name)),
      ),
    [def],
  );
  const field = fields.find(({ name }) => name === fieldName);
  const send = useMutation({
    mutationFn: () =>
      api.post<BulkAnswer>(
        door('bulk', def.name),
        {
          action,
          records: rows.map(({ row }) => ({ id: row.id, version: row.version })),
          ...(action === 'update' && field ? { fields: { [field.name]: value ?? null } } : {}),
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        },
        { key, timeout: 120_000 },
      ),
    onSuccess: () => {
      draft.done();
      onDone();
    },
  });
  const missing = action === 'update' && !field;
  const answer = send.data;
  const failed = answer?.results.filter(({ ok }) => !ok) ?? [];
  const nameOf = (id: number): string => {
    const row = rows.find((one) => one.row.id === id)?.row;
    return String(row?.fields.vName ?? row?.fields.vCode ?? `#${id}`);
  };
  if (answer) {
    return (
      <Dialog
        open
        onClose={onClose}
        width={560}
        title={t('bulkDone', { ok: answer.results.length - failed.length, total: answer.results.length })}
        actions={<Button onClick={onClose}>{t('close')}</Button>}
      >
        {failed.length > 0 && <p className="ma-plain ops-tone-danger">{t('bulkFailed', { count: failed.length })}</p>}
        <div className="ma-scroll ma-results">
          <table className="ma-table">
            <thead>
              <tr>
                <th scope="col">{t('record')}</th>
                <th scope="col">{t('result')}</th>
              </tr>
            </thead>
            <tbody>
              {[...failed, ...answer.results.filter(({ ok }) => ok)].map((one) => (
                <tr key={one.id}>
                  <td>{nameOf(one.id)}</td>
                  <td>{one.ok ? <StatusWord tone="ok">{t('done')}</StatusWord> : <span className="ops-tone-danger">{one.message}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keep={send.isPending}
      width={480}
      title={t('bulkTitle', { count: rows.length })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            loading={send.isPending}
            color={action === 'cancel' ? 'danger' : 'accent'}
            onClick={() => {
              setTried(true);
              if (!missing) send.mutate();
            }}
          >
            {t('bulkSend', { count: rows.length })}
          </Button>
        </>
      }
    >
      {send.error && <InlineError failure={failureOf(send.error)} onRetry={() => send.mutate()} />}
      <Field
        kind="select"
        label={t('bulkWhat')}
        required
        value={action}
        onChange={(next) => next && setAction(next as BulkAction)}
        choices={actions.map((one) => ({ value: one, label: t(`bulk.${one}`) }))}
        autoFocus
      />
      {action === 'update' && (
        <>
          <Field
            kind="select"
            label={t('bulkField')}
            required
            value={fieldName}
            onChange={(next) => {
              setFieldName(next);
              setValue(undefined);
            }}
            choices={fields.map(({ name }) => ({ value: name, label: own(`field.${name}`) }))}
            error={tried && missing ? t('bulkFieldMissing') : null}
          />
          {field && (
            <FieldInput
              key={field.name}
              master={def.name}
              field={{ ...field, required: false }}
              value={value}
              onChange={setValue}
              own={own}
              labels={labels}
              error={() => null}
            />
          )}
        </>
      )}
      <DraftNote draft={draft} />
      <Field kind="area" label={t('reasonOptional')} value={reason} onChange={(text) => draft.put({ reason: text })} rows={2} maxLength={500} />
    </Dialog>
  );
}
