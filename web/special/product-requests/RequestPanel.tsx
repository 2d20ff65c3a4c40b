import { useState } from 'react';
import type { ReactNode } from 'react';
import { sameFrom, type NearProduct } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf, isFailure, type Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { mimeOfName } from '#web/parts/mime.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { LiveRequest } from './row.ts';

const shortest = 5;

/** One request beside the most similar products, and the decision about it. */
export function RequestPanel({ row, onClose }: { row: LiveRequest; onClose: () => void }): ReactNode {
  const { t } = useTranslations('product-requests');
  const person = usePerson();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const near = useQuery({
    queryKey: ['product-requests', row.id, row.name],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly NearProduct[] }>(`/product-requests/${row.id}/near`, { signal }),
  });
  const twin = near.data?.rows.find(({ likeness }) => likeness >= sameFrom) ?? null;
  const may = hasRight(person, 'approvals/productCreationRequest:approve');
  const said = reason.trim().length >= shortest;
  const move = async (action: 'approve' | 'sendBack' | 'reject'): Promise<void> => {
    setPending(action);
    setFailure(null);
    try {
      await api.command('master', `productRequest-${row.id}`, 'move', {
        action,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      });
      toast({ text: t(`done.${action}`, { name: row.name }), tone: 'ok' });
      onClose();
    } catch (problem) {
      setFailure(failureOf(problem));
    } finally {
      setPending(null);
    }
  };
  const stage = may ? (row.stage === 'submitted' ? null : t('off.stage')) : t('off.right');
  const noApproval = row.missing.length > 0 ? t('off.missing') : twin && !said ? t('off.same') : null;
  const noRefusal = said ? null : t('off.reason');
  return (
    <Panel
      title={row.name}
      onClose={onClose}
      talk={{ stream: `master-productRequest-${row.id}`, title: row.name }}
    >
      <div className="do-ask">
        <dl className="pr-facts">
          {(['number', 'maker', 'composition', 'pack'] as const).map((key) => (
            <div key={key}>
              <dt>{t(`column.${key}`)}</dt>
              <dd>{row[key] === '' ? '–' : row[key]}</dd>
            </div>
          ))}
        </dl>
        {row.image && (
          <FileList
            files={[
              {
                fileId: row.image.id,
                name: row.image.name,
                mime: mimeOfName(row.image.name),
                label: t('image'),
              },
            ]}
            through={`master-productRequest-${row.id}`}
          />
        )}
        {row.missing.length > 0 && (
          <p className="ops-muted">
            {t('missing', { what: row.missing.map((name) => t(`field.${name}`)).join(', ') })}
          </p>
        )}
        <h3 className="pr-near">{t('near')}</h3>
        {isFailure(near.error) && <InlineError failure={near.error} onRetry={() => void near.refetch()} />}
        {near.isPending ? (
          <Skeleton rows={3} />
        ) : near.data?.rows.length === 0 ? (
          <p className="ops-muted">{t('none')}</p>
        ) : (
          <ul className="pr-list">
            {near.data?.rows.map((one) => (
              <li key={one.id}>
                <span>
                  {one.name} <span className="ops-code ops-muted">{one.code}</span>
                </span>
                {row.notSame.includes(Number(one.id)) && <StatusWord tone="ok">{t('dismissed')}</StatusWord>}
                <StatusWord tone={one.likeness >= sameFrom ? 'warn' : 'muted'}>
                  {t('like', { n: formatNumber(Math.round(one.likeness * 100)) })}
                </StatusWord>
              </li>
            ))}
          </ul>
        )}
        {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
        <AreaField
          label={twin ? t('notSame', { product: twin.name }) : t('note')}
          value={reason}
          rows={2}
          onChange={setReason}
        />
        <ActionButton
          label={t('approve')}
          primary
          pending={pending === 'approve'}
          disabled={stage ?? noApproval}
          onClick={() => void move('approve')}
        />
        <ActionButton
          label={t('sendBack')}
          pending={pending === 'sendBack'}
          disabled={stage ?? noRefusal}
          onClick={() => void move('sendBack')}
        />
        <ActionButton
          label={t('reject')}
          danger
          pending={pending === 'reject'}
          disabled={stage ?? noRefusal}
          onClick={() => void move('reject')}
        />
      </div>
    </Panel>
  );
}
