import { AllCommunityModule, ModuleRegistry, themeQuartz } from 'ag-grid-community';
import type { ColDef, GridApi } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { openPage, type LiveRow } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const bench = openPage('.ag-row .ag-cell');
const columns: ColDef<LiveRow>[] = [
  { field: 'score', sort: 'desc' },
  { field: 'ref' },
  { field: 'applicant' },
  { field: 'place' },
  { field: 'state' },
  { field: 'language' },
  { field: 'docs' },
  { field: 'checked' },
  { field: 'amount' },
];

/** The grid as its documentation shows it: all modules, asynchronous transactions, sorted on a live column. */
function Stock() {
  const [rows, setRows] = useState<LiveRow[] | null>(null);
  useEffect(() => void bench.rows.then(setRows), []);
  const ready = (api: GridApi<LiveRow>): void => {
    const now = new Map(rows!.map((row) => [row.id, row]));
    bench.shown = {
      change(changes) {
        api.applyTransactionAsync({
          update: changes.map(({ id, set }) => {
            const row = { ...now.get(id)!, ...set };
            now.set(id, row);
            return row;
          }),
        });
      },
      value: (id) => api.getRowNode(id)?.data?.score,
    };
  };
  return (
    <div style={{ height: '100vh' }}>
      {rows && (
        <AgGridReact<LiveRow>
          theme={themeQuartz}
          rowData={rows}
          columnDefs={columns}
          getRowId={({ data }) => data.id}
          onGridReady={({ api }) => ready(api)}
        />
      )}
    </div>
  );
}

createRoot(document.getElementById('root')!).render(<Stock />);
