import { useState } from 'react';
import type { ReactNode } from 'react';
import { LineGrid } from '../lines/LineGrid.tsx';
import type { LineColumn } from '../lines/line-column.ts';
import { ScanField } from '../scan/ScanField.tsx';

interface Item {
  readonly id: string;
  readonly product: string;
  readonly packs: number;
  readonly pricePaise: number;
  readonly expiry: string;
}
const columns: readonly LineColumn<Item>[] = [
  { key: 'product', label: 'Product', kind: 'text', editable: false, width: 220 },
  { key: 'packs', label: 'Packs', kind: 'number', editable: true, min: 1, max: 999, width: 90 },
  { key: 'pricePaise', label: 'Price', kind: 'money', editable: true, width: 110 },
  { key: 'expiry', label: 'Expiry', kind: 'month', editable: true, width: 90 },
];
const some = (n: number): Item[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `l${i}`,
    product: `Product ${i + 1}`,
    packs: i + 1,
    pricePaise: 2_300 + i,
    expiry: '2027-11-30',
  }));
const labels = { actions: 'Actions', remove: 'Remove line' };

/** Lines of a document and the field that scans them: typed in, read only, with trouble, empty, 500 of them. */
export function LinesDemo(): ReactNode {
  const [lines, setLines] = useState(() => some(4));
  const [many, setMany] = useState(() => some(500));
  const change =
    (set: (next: (all: Item[]) => Item[]) => void) =>
    (line: Item, fields: Readonly<Record<string, unknown>>): void =>
      set((all) => all.map((one) => (one.id === line.id ? { ...one, ...fields } : one)));
  return (
    <section style={{ display: 'grid', gap: 12 }}>
      <h2>Lines and scanning</h2>
      <ScanField
        label="Scan (anything but 0)"
        onScan={async (text) => ({ ok: text !== '0', text: text === '0' ? 'Not found' : `Found ${text}` })}
      />
      <LineGrid
        label="Lines"
        labels={labels}
        lines={lines}
        columns={columns}
        onChange={change(setLines)}
        onRemove={(line) => setLines(lines.filter((one) => one !== line))}
        trouble={{ line: 2, field: 'pricePaise', message: 'Price plus GST is above MRP.' }}
        empty="No lines yet."
      />
      <LineGrid label="Read only" labels={labels} lines={some(2)} columns={columns} empty="No lines." />
      <LineGrid
        label="Empty"
        labels={labels}
        lines={[]}
        columns={columns}
        empty="No lines yet. Scan the first one."
      />
      <div style={{ height: 320, display: 'flex' }}>
        <LineGrid
          label="500 lines"
          labels={labels}
          lines={many}
          columns={columns}
          onChange={change(setMany)}
          empty=""
        />
      </div>
    </section>
  );
}
