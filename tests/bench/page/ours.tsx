import { useMemo, useState, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { FeedRows, type Row } from '#web/live/rows.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ThemeRoot } from '#web/parts/theme/ThemeRoot.tsx';
import { startTranslations } from '#web/locales/translations.ts';
import { openPage, type LiveRow } from './rows.ts';

type Shown = LiveRow & Row;
const bench = openPage(
  '.ops-first-row + .ops-first-row .ops-first-cell, .ag-row .ag-cell',
  '.ag-row .ag-cell',
);
const rows = new FeedRows<Shown>();
const opened = bench.rows.then((all) => {
  const epoch = 'bench';
  let seq = 1;
  rows.opened({
    ok: true,
    mode: 'snapshot',
    epoch,
    seq,
    rows: all as never,
    scope: {},
    sources: [],
    now: Date.now(),
  });
  bench.shown = {
    change(changes) {
      const prev = seq;
      seq += changes.length;
      rows.delta({
        feed: 'queue/bench',
        epoch,
        prev,
        seq,
        changes: changes.map(({ id, set }) => ({ op: 'patch', id, set: { ...set } })),
      });
    },
    value: (id) => rows.get(id)?.score,
  };
});

/** The console's own grid on the console's own feed rows, sorted by a live value. */
function Ours() {
  const control = useGrid<Shown>();
  const [ready, setReady] = useState(false);
  useEffect(() => void opened.then(() => setReady(true)), []);
  const columns = useMemo<readonly GridColumn<Shown>[]>(
    () => [
      { key: 'score', label: 'Score', kind: 'number' },
      { key: 'ref', label: 'Case', kind: 'id' },
      { key: 'applicant', label: 'Applicant', kind: 'text' },
      { key: 'place', label: 'Place', kind: 'text' },
      { key: 'state', label: 'State', kind: 'text' },
      { key: 'language', label: 'Language', kind: 'text' },
      { key: 'docs', label: 'Docs', kind: 'number' },
      { key: 'checked', label: 'Checks', kind: 'number' },
      { key: 'amount', label: 'Amount', kind: 'number' },
    ],
    [],
  );
  const sort = useMemo(() => (a: Shown, b: Shown) => b.score - a.score, []);
  return (
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      {ready && <Grid control={control} label="Bench" columns={columns} rows={rows} sort={sort} />}
    </div>
  );
}

await startTranslations();
createRoot(document.getElementById('root')!).render(
  <ThemeRoot dir="ltr">
    <Ours />
  </ThemeRoot>,
);
