import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { ExpenseRow } from '#shared/feeds/expenses.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { shown } from '#web/live/unshown.ts';
import { usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { useExpenseTranslations } from './translations.ts';

type LiveRow = ExpenseRow & Row;
const paiseOf = (row: ExpenseRow): number => row.approvedPaise ?? row.paise;

/** Approved expenses by employee; each transfer is recorded with its reference. */
export function PayOut(): ReactNode {
  const t = useExpenseTranslations();
  const { empId } = usePerson();
  const feed = useFeed<LiveRow>('expenses/payout');
  const rows = useFeedRows(feed.rows) as unknown as readonly ExpenseRow[];
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [reference, setReference] = useState('');
  const [tried, setTried] = useState(false);
  const [paying, setPaying] = useState(false);
  const [results, setResults] = useState<
    readonly { readonly ref: string; readonly message: string | null }[]
  >([]);
  const people = Map.groupBy(rows, ({ by }) => by.empId);
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const total = chosen.reduce((sum, row) => sum + paiseOf(row), 0);
  const short = reference.trim().length < 3;
  const tick = (ids: readonly string[], on: boolean): void =>
    setTicked(on ? new Set([...ticked, ...ids]) : new Set([...ticked].filter((id) => !ids.includes(id))));
  const pay = async (): Promise<void> => {
    setTried(true);
    if (short || chosen.length === 0) return;
    setPaying(true);
    const done: { ref: string; message: string | null }[] = [];
    for (const row of chosen) {
      try {
        await api.command('expense', row.id, 'pay', { reference: reference.trim() });
        done.push({ ref: row.ref, message: null });
      } catch (error) {
        const failure = failureOf(error);
        shown(failure.correlationId);
        done.push({ ref: row.ref, message: failure.message });
      }
    }
    setResults(done);
    setPaying(false);
    setTried(false);
    setReference('');
    setTicked(new Set());
  };
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  return (
    <div className="ex-own">
      <header className="ex-head">
        <span className="ops-muted">{t('payoutText')}</span>
        <Freshness {...feed.freshness} />
      </header>
      {results.length > 0 && (
        <ul className="ex-results" role="status">
          {results.map(({ ref, message }) => (
            <li key={ref} className={message === null ? '' : 'ops-tone-danger'}>
              <span className="ops-code">{ref}</span> {message ?? t('paid')}
            </li>
          ))}
        </ul>
      )}
      {feed.condition === 'connecting' && rows.length === 0 ? (
        <Skeleton rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('payoutEmpty')}>{t('payoutEmptyText')}</EmptyState>
      ) : (
        [...people].map(([id, list]) => (
          <section key={id} className="ex-person">
            <h2>
              <Checkbox
                size="xs"
                aria-label={t('tickAll', { name: list[0]!.by.name })}
                disabled={id === empId}
                checked={list.every((row) => ticked.has(row.id))}
                onChange={(event) =>
                  tick(
                    list.map((row) => row.id),
                    event.currentTarget.checked,
                  )
                }
              />
              {list[0]!.by.name}
              <span className="ops-figures ex-sum">
                {formatMoney(list.reduce((sum, row) => sum + paiseOf(row), 0))}
              </span>
            </h2>
            {id === empId && <p className="ops-muted">{t('notYourOwn')}</p>}
            {list.map((row) => (
              <div key={row.id} className="ex-pay">
                <Checkbox
                  size="xs"
                  aria-label={row.ref}
                  disabled={id === empId}
                  checked={ticked.has(row.id)}
                  onChange={(event) => tick([row.id], event.currentTarget.checked)}
                />
                <span className="ops-code">{row.ref}</span>
                <span>{t(`category.${row.category}`)}</span>
                <span className="ops-figures ops-muted">{showDay(row.spentOn)}</span>
                <span className="ops-figures">{formatMoney(paiseOf(row))}</span>
                <FileList files={row.receipts} through={`expense-${row.id}`} />
              </div>
            ))}
          </section>
        ))
      )}
      {chosen.length > 0 && (
        <footer className="ex-foot">
          <strong className="ops-strong ops-figures">
            {t('chosen', { count: chosen.length, amount: formatMoney(total) })}
          </strong>
          <TextField
            label={t('reference')}
            value={reference}
            required
            maxLength={40}
            error={tried && short ? t('referenceShort') : null}
            onChange={setReference}
          />
          <ActionButton primary label={t('markPaid')} pending={paying} onClick={() => void pay()} />
        </footer>
      )}
    </div>
  );
}
