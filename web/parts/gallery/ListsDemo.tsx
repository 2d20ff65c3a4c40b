import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { EmptyState } from '../states.tsx';
import { GridFoot } from '../grid/around.tsx';
import type { GridColumn } from '../grid/column.ts';
import { useGrid } from '../grid/control.ts';
import { Grid } from '../grid/Grid.tsx';
import { ListRows } from '../grid/source.ts';
import type { GridPage, GridSource } from '../grid/source.ts';

interface Item {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly amount: number;
}

const columns: readonly GridColumn<Item>[] = [
  { key: 'code', label: 'Code', kind: 'id' },
  { key: 'name', label: 'Name', kind: 'text', flex: 1 },
  { key: 'amount', label: 'Amount', kind: 'money' },
];
const item = (n: number): Item => ({
  id: String(n),
  code: `P-${String(n).padStart(5, '0')}`,
  name: `Product ${n}`,
  amount: n * 1_250,
});
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function Box({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section
      style={{ display: 'flex', flexDirection: 'column', height: 260, border: '1px solid var(--ops-line)' }}
    >
      <h3 style={{ padding: '4px 12px', background: 'var(--ops-surface-1)' }}>{title}</h3>
      {children}
    </section>
  );
}

/**
 * Other states of lists: paged by the server, with check boxes and totals, loading, empty, nothing found,
 * failed.
 */
export function ListsDemo(): ReactNode {
  const paged = useGrid<Item>();
  const many = useGrid<Item>();
  const loading = useGrid<Item>();
  const none = useGrid<Item>();
  const noMatch = useGrid<Item>();
  const failed = useGrid<Item>();
  const broken = useGrid<Item>();
  const [few] = useState(() => new ListRows(Array.from({ length: 30 }, (_, n) => item(n + 1))));
  const [empty] = useState(() => new ListRows<Item>());
  const source = useMemo<GridSource<Item>>(
    () => ({
      getRows: async ({ start, end, sort }: GridPage) => {
        await pause(250);
        const down = sort[0]?.way === 'desc';
        return {
          total: 5_000,
          rows: Array.from({ length: Math.min(end, 5_000) - start }, (_, n) =>
            item(down ? 5_000 - start - n : start + n + 1),
          ),
        };
      },
    }),
    [],
  );
  const fails = useMemo<GridSource<Item>>(
    () => ({ getRows: () => Promise.reject(new Error('No answer within 15 seconds.')) }),
    [],
  );
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fill, minmax(380px, 1fr))' }}>
      <Box title="Paged by the server">
        <Grid control={paged} label="Products" columns={columns} source={source} keys={false} />
        <GridFoot control={paged} />
      </Box>
      <Box title="Check boxes, totals">
        <Grid
          control={many}
          label="Lines"
          columns={columns}
          rows={few}
          multi
          keys={false}
          totals={{ id: 'sum', code: '', name: 'Total', amount: 581_250 }}
        />
        <GridFoot control={many} />
      </Box>
      <Box title="Loading">
        <Grid
          control={loading}
          label="Loading"
          columns={columns}
          rows={empty}
          status="loading"
          keys={false}
        />
      </Box>
      <Box title="Empty">
        <Grid
          control={none}
          label="Empty"
          columns={columns}
          rows={empty}
          keys={false}
          empty={<EmptyState title="No sign-up waits">New ones appear here by themselves.</EmptyState>}
        />
      </Box>
      <Box title="Nothing found">
        <Grid
          control={noMatch}
          label="Nothing found"
          columns={columns}
          rows={few}
          search="zzz"
          keys={false}
        />
      </Box>
      <Box title="Failed">
        <Grid
          control={failed}
          label="Failed"
          columns={columns}
          rows={empty}
          status="failed"
          failure={{ message: 'The server cannot be reached.', correlationId: '7f3a9c1e-55aa' }}
          onRetry={() => {}}
          keys={false}
        />
      </Box>
      <Box title="A page that failed">
        <Grid control={broken} label="Broken" columns={columns} source={fails} keys={false} />
      </Box>
    </div>
  );
}
