import { Button, Radio } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterPage, MasterRow } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useMutation, useQuery } from '#web/live/query.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { nameOf } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';

/** Merges a duplicate: all references to it then point to the other record. */
export function MergeDialog({
  def,
  row,
  speech,
  onDone,
  onClose,
}: {
  def: MasterDef;
  row: MasterRow;
  speech: Speech;
  onDone: (version: number) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = speech;
  const name = nameOf(def, row, speech);
  const [typed, setTyped] = useState(name);
  const [q, setQ] = useState(name.split(' ')[0] ?? '');
  const [into, setInto] = useState<string | null>(null);
  const draft = useDraft(`${def.name}.merge`, row.id, { reason: '' });
  const { reason } = draft.values;
  const [key] = useState(newKey);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ['master-merge', def.name, q],
    queryFn: ({ signal }) =>
      api.get<MasterPage>(route('list', def.name), { query: { q, records: 10 }, signal }),
  });
  const merge = useMutation({
    mutationFn: () =>
      api.command(
        'master',
        `${def.kind}-${row.id}`,
        'merge',
        { into: Number(into), ...(reason.trim() ? { reason: reason.trim() } : {}) },
        { version: row.version, key },
      ),
    onSuccess: (answer) => {
      draft.done();
      toast({ text: t('didIt', { what: t('merge'), name }), tone: 'ok' });
      onDone(answer.version);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      pending={merge.isPending}
      width={480}
      title={t('mergeTitle', { name })}
      actions={
        <>
          <Button variant="default" disabled={merge.isPending} onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            color="danger"
            disabled={into === null}
            loading={merge.isPending}
            onClick={() => merge.mutate()}
          >
            {t('merge')}
          </Button>
        </>
      }
    >
      <p className="ma-plain">{t('mergeText')}</p>
      {merge.error && <InlineError failure={failureOf(merge.error)} />}
      <Field kind="text" label={t('mergeInto')} value={typed} onChange={setTyped} autoFocus />
      <Radio.Group value={into} onChange={setInto} aria-label={t('mergeInto')}>
        <div className="ma-options">
          {(found.data?.rows ?? [])
            .filter((one) => one.id !== row.id)
            .map((one) => (
              <Radio
                key={one.id}
                size="xs"
                value={String(one.id)}
                label={`${nameOf(def, one, speech)}${one.fields.vCode && one.fields.vCode !== one.fields.vName ? ` · ${String(one.fields.vCode)}` : ''}`}
              />
            ))}
        </div>
      </Radio.Group>
      <DraftNote draft={draft} />
      <Field
        kind="paragraph"
        label={t('reasonOptional')}
        value={reason}
        onChange={(text) => draft.put({ reason: text })}
        maxLength={500}
        rows={2}
      />
    </Dialog>
  );
}
