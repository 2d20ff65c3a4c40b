import { Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentRow } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { fetchPdf } from '#web/live/fetch-pdf.ts';
import { saveBlob } from '#web/live/save-blob.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { IconPrinter } from '#web/parts/icons.ts';
import { ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PdfPages } from '#web/parts/pdf/PdfPages.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { addTranslations, useLanguage, useTranslations } from '#web/locales/translations.ts';
import { printPickListTranslations } from './translations.ts';
import './print-pick-list.css';
import { finder } from '#shared/core/plain.ts';

addTranslations('printpicklist', printPickListTranslations);

interface ListRow extends DocumentRow, Row {
  readonly id: string;
  readonly orderNumber: string;
  readonly customer: string;
  readonly prints: number;
}
const toPick: ReadonlySet<string> = new Set(['created', 'printed', 'picking']);

/** Pick lists for printing, sorted by tray; every print after the first needs a reason. */
export function PrintPickListScreen(): ReactNode {
  const { t } = useTranslations('printpicklist');
  const feed = useFeed<ListRow>('documents/pickList');
  const rows = useFeedRows(feed.rows);
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  if (feed.condition === 'denied')
    return <DeniedState title={t('title')}>{feed.message || undefined}</DeniedState>;
  const found = finder(search);
  const shown = rows
    .filter(({ stage }) => toPick.has(stage))
    .filter(({ number, orderNumber, customer }) => found(`${number} ${orderNumber} ${customer}`))
    .toSorted((a, b) => a.prints - b.prints || a.madeAt.localeCompare(b.madeAt));
  const open = shown.find(({ id }) => id === openId) ?? null;
  return (
    <ListScreen>
      <ListBar end={<Freshness {...feed.freshness} />}>
        <SearchBox name="printpicklist" label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      <div className="pp-split">
        {shown.length === 0 ? (
          !feed.rows.complete ? (
            <Skeleton rows={8} />
          ) : (
            <EmptyState title={t('empty')} />
          )
        ) : (
          <ul className="pp-lists" aria-label={t('lists')}>
            {shown.map((row) => (
              <li key={row.id}>
                <button type="button" aria-pressed={row.id === openId} onClick={() => setOpenId(row.id)}>
                  <b className="ops-code">{row.number}</b>
                  <span>{row.customer}</span>
                  <span className="ops-muted ops-figures">
                    {row.orderNumber} · {t('lines', { n: row.lineCount })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {open ? <Sheet key={open.id} row={open} /> : <EmptyState title={t('choose')} />}
      </div>
    </ListScreen>
  );
}

function Sheet({ row }: { row: ListRow }): ReactNode {
  const { t } = useTranslations('printpicklist');
  const language = useLanguage();
  const [blob, setBlob] = useState<Blob | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [large, setLarge] = useState(false);
  const path = `/documents-print/pickList/${row.id}`;
  useEffect(() => {
    let left = false;
    fetchPdf(path, { language, paper: 'a4' }).then(
      (pdf) => !left && setBlob(pdf),
      (problem: unknown) => !left && setFailure(failureOf(problem)),
    );
    return () => {
      left = true;
    };
  }, [path, language, row.version]);
  const print = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await api.command('pick', row.id, 'notePrint', row.prints > 0 ? { reason } : {});
      saveBlob(await fetchPdf(path, { language, paper: 'a4' }), `${row.number}.pdf`);
      setReason('');
      toast({ text: t('printed', { number: row.number }), tone: 'ok' });
    } catch (problem) {
      setFailure(failureOf(problem));
    } finally {
      setPending(false);
    }
  };
  return (
    <section className="pp-sheet" aria-label={row.number}>
      <div className="pp-do">
        {row.prints > 0 && (
          <Textarea
            label={t('again', { n: row.prints })}
            value={reason}
            autosize
            minRows={1}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Button
          leftSection={<IconPrinter size={16} />}
          loading={pending}
          disabled={row.prints > 0 && reason.trim().length < 5}
          onClick={() => void print()}
        >
          {t('print')}
        </Button>
      </div>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {blob ? (
        <PdfPages
          blob={blob}
          name={row.number}
          turned={0}
          zoom={{ large, label: t(large ? 'smaller' : 'larger'), onZoom: () => setLarge(!large) }}
          turn={null}
          save={null}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </section>
  );
}
