import type { ReactNode } from 'react';
import './figure-table.css';

export interface FigureColumn<R> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: R) => ReactNode;
  /** Figures are right-aligned. */
  readonly figures?: boolean;
  /** A column with the row's actions, at its end; its label is for screen readers only. */
  readonly act?: boolean;
}

/** A short read-only table; on a narrow screen each row becomes a card with its labels. */
export function FigureTable<R>({
  label,
  columns,
  rows,
  id,
}: {
  label: string;
  columns: readonly FigureColumn<R>[];
  rows: readonly R[];
  id: (row: R) => string;
}): ReactNode {
  return (
    <div className="ft-table" role="group" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-figures={column.figures || undefined}>
                {column.act ? <span className="ops-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.label}
                  data-figures={column.figures || undefined}
                  data-act={column.act || undefined}
                >
                  <span>{column.cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
