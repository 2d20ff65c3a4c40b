import { monthAndYear } from '#shared/core/day.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentField } from '#shared/families/document.ts';
import { blockReasons, type BarcodeState } from '#shared/streams/stock/barcode/state.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { sendFile } from '#web/live/send-file.ts';
import { ActionDialog } from '#web/families/document/ActionDialog.tsx';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';

interface BarcodeRecord {
  readonly version: number;
  readonly state: BarcodeState;
}
type Asking = 'edit' | 'block' | 'unblock';

const fieldsOf: Readonly<Record<Asking, readonly DocumentField[]>> = {
  edit: [
    { name: 'batch', kind: 'code', required: true },
    { name: 'mfg', kind: 'date' },
    { name: 'expiry', kind: 'date' },
    { name: 'mrpPaise', kind: 'money', required: true },
    { name: 'reason', kind: 'paragraph', required: true },
  ],
  block: [
    { name: 'reason', kind: 'choice', options: blockReasons, of: 'block', required: true },
    { name: 'note', kind: 'paragraph', required: true },
  ],
  unblock: [{ name: 'note', kind: 'paragraph', required: true }],
};
const month = (day: string | null): string => (day === null ? '–' : monthAndYear(day));

/** One label, and the actions about it. */
export function BarcodePanel({
  id,
  pooId,
  onClose,
}: {
  id: string;
  pooId: number;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslations('barcode-edit');
  const person = usePerson();
  const [file, setFile] = useState<File | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['stock-barcode', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<BarcodeRecord>(`/stock-barcode/${id}`, { signal }),
  });
  if (error && !data)
    return (
      <Panel title={t('label')} onClose={onClose}>
        <InlineError failure={failureOf(error)} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data)
    return (
      <Panel title={t('label')} onClose={onClose}>
        <Skeleton rows={6} />
      </Panel>
    );
  const { state, version } = data;
  const act = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    setFailure(null);
    try {
      await work();
      await refetch();
      setAsking(null);
      toast({ text: t('done', { what, label: state.label }), tone: 'ok' });
      return true;
    } catch (reason) {
      setFailure(failureOf(reason));
      return false;
    } finally {
      setPending(false);
    }
  };
  const send = (values: Readonly<Record<string, unknown>>): Promise<boolean> =>
    act(t(asking ?? 'edit'), async () => {
      if (asking === 'block') return api.command('barcode', id, 'block', values);
      if (asking === 'unblock') return api.command('barcode', id, 'unblock', values);
      const sent = file ? await sendFile(file, { record: `barcode-${id}` }) : null;
      const body = { mfg: null, expiry: null, ...values, pooId, fileId: sent?.fileId ?? '' };
      return api.command('barcode', id, 'requestEdit', body, { version });
    });
  const off = (right: string): string | null =>
    hasRight(person, `Inventory/stockBarcodeEdit:${right}`) ? null : t('off.right');
  return (
    <Panel
      title={state.product}
      onClose={onClose}
      talk={{ stream: `barcode-${id}`, title: state.label }}
      aside={
        state.blocked ? (
          <StatusWord soft tone="danger">
            {t('blocked', { reason: t(`block.${state.blocked.reason}`) })}
          </StatusWord>
        ) : (
          <StatusWord soft>{t('fine')}</StatusWord>
        )
      }
      foot={
        <>
          {state.edit ? (
            <ActionButton
              label={t('withdraw')}
              pending={pending}
              disabled={off('create')}
              onClick={() => void act(t('withdraw'), () => api.command('barcode', id, 'withdrawEdit', {}))}
            />
          ) : (
            <ActionButton
              label={t('edit')}
              primary
              disabled={off('create')}
              onClick={() => setAsking('edit')}
            />
          )}
          {state.blocked ? (
            <ActionButton
              label={t('unblock')}
              disabled={off('approve')}
              onClick={() => setAsking('unblock')}
            />
          ) : (
            <ActionButton
              label={t('block')}
              danger
              disabled={off('approve')}
              onClick={() => setAsking('block')}
            />
          )}
        </>
      }
    >
      <section className="qu-facts">
        {state.edit && <p className="ops-tone-warn">{t('pending', { name: state.edit.by.name })}</p>}
        <dl>
          {(
            [
              ['label', state.label],
              ['batch', state.batch],
              ['mfg', month(state.mfg)],
              ['expiry', month(state.expiry)],
              ['mrp', formatMoney(state.mrpPaise)],
            ] as const
          ).map(([key, text]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd className="ops-figures">{text}</dd>
            </div>
          ))}
        </dl>
        {failure && !asking && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      </section>
      {asking && (
        <ActionDialog
          title={`${t(asking)} · ${state.label}`}
          verb={t(asking)}
          draft={[`barcode.${asking}`, id]}
          fields={fieldsOf[asking]}
          start={
            asking === 'edit'
              ? { batch: state.batch, mfg: state.mfg, expiry: state.expiry, mrpPaise: state.mrpPaise }
              : {}
          }
          danger={asking === 'block'}
          own={t}
          pending={pending}
          failure={failure}
          label={({ name }) => t(name === 'mrpPaise' ? 'mrp' : name)}
          onSend={send}
          onClose={() => setAsking(null)}
        >
          {asking === 'edit' && (
            <label>
              {t('photo')}{' '}
              <input
                type="file"
                accept="image/jpeg,image/png"
                onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
              />
            </label>
          )}
        </ActionDialog>
      )}
    </Panel>
  );
}
