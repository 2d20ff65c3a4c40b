import { Radio } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterPage, MasterRow } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { InlineError } from '#web/parts/states.tsx';
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
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = useDraft(`${def.name}.merge`, row.id, { reason: '' });
  const { reason } = draft.values;
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ['master-merge', def.name, q],
    queryFn: ({ signal }) =>
      api.get<MasterPage>(route('list', def.name), { query: { q, records: 10 }, signal }),
  });
  const merge = useCommand('master', 'merge');
  const others = (found.data?.rows ?? []).filter((one) => one.id !== row.id);
  /** What another search no longer shows is not chosen either. */
  const into = others.find(({ id }) => String(id) === chosen) ?? null;
  return (
    <SendDialog
      width={480}
      title={t('mergeTitle', { name })}
      verb={t('merge')}
      cancel={t('back')}
      danger
      sending={merge}
      draft={draft}
      wrong={{ into: into === null ? t('mergeMissing') : null, reason: null }}
      send={() =>
        merge.run(
          `${def.kind}-${row.id}`,
          { into: into?.id, ...(reason.trim() ? { reason: reason.trim() } : {}) },
          { version: row.version },
        )
      }
      done={t('didIt', { what: t('merge'), name })}
      onSent={({ version }) => onDone(version)}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="ma-plain">{t('mergeText')}</p>
          {/* Enter searches here; a merge cannot be undone. */}
          <div onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}>
            <Field
              kind="text"
              label={t('mergeInto')}
              value={typed}
              onChange={setTyped}
              autoFocus
              error={error('into')}
            />
          </div>
          {found.error && (
            <InlineError failure={failureOf(found.error)} onRetry={() => void found.refetch()} />
          )}
          {found.isSuccess && others.length === 0 && <p className="ops-muted">{t('mergeNone')}</p>}
          <Radio.Group value={into && chosen} onChange={setChosen} aria-label={t('mergeInto')}>
            <div className="ma-options">
              {others.map((one) => (
                <Radio
                  key={one.id}
                  size="xs"
                  value={String(one.id)}
                  label={`${nameOf(def, one, speech)}${one.fields.vCode && one.fields.vCode !== one.fields.vName ? ` · ${String(one.fields.vCode)}` : ''}`}
                />
              ))}
            </div>
          </Radio.Group>
          <Field
            kind="paragraph"
            label={t('reasonOptional')}
            value={reason}
            onChange={(text) => draft.put({ reason: text })}
            maxLength={500}
            rows={2}
            error={error('reason')}
          />
        </>
      )}
    </SendDialog>
  );
}
