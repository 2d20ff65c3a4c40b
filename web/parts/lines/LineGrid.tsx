import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { alignsEnd, readCell, readSheet, typedText, type Line, type LineColumn } from './line-column.ts';
import type { At, Editing } from './editing.ts';
import { LineRow } from './LineRow.tsx';
import './lines.css';

export interface LineGridProps<L extends Line> {
  readonly label: string;
  readonly labels: { readonly actions: string; readonly remove: string };
  readonly lines: readonly L[];
  readonly columns: readonly LineColumn<L>[];
  readonly onChange?: (line: L, fields: Readonly<Record<string, unknown>>) => void;
  readonly onRemove?: (line: L) => void;
  /** Pasted rows of more than one cell. */
  readonly onPasteRows?: (
    rows: readonly (readonly string[])[],
    at: { readonly row: number; readonly column: number },
  ) => void;
  /** A line's error, and its field. */
  readonly trouble?: {
    readonly line: number;
    readonly field: string | null;
    readonly message: string;
  } | null;
  readonly empty: ReactNode;
  readonly actions?: (line: L) => ReactNode;
  readonly marked?: ReadonlySet<string>;
  readonly foot?: ReactNode;
  /** The line that a scan just found: scrolled to and shown for a moment. */
  readonly found?: { readonly id: string; readonly n: number } | null;
}

/**
 * Lines of a document as a sheet: arrows move, a letter or Enter edits, Tab moves on, rows are pasted. Only
 * the edited cell is a field.
 */
export function LineGrid<L extends Line>(props: LineGridProps<L>): ReactNode {
  const { lines, columns, onChange, onRemove, trouble = null, found = null } = props;
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<At>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [has, setHas] = useState(false);
  const editable = (column: number): boolean => Boolean(onChange) && (columns[column]?.editable ?? false);

  useEffect(() => {
    if (found)
      table.current
        ?.querySelector(`[data-line="${CSS.escape(found.id)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  const focusCell = ({ row, column }: At): void => {
    const next = {
      row: Math.max(0, Math.min(lines.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setAt(next);
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-row="${next.row}"][data-column="${next.column}"]`,
    );
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const begin = (cell: At, text?: string): void => {
    const [line, column] = [lines[cell.row], columns[cell.column]];
    if (line && column && editable(cell.column))
      setEditing({ ...cell, text: text ?? typedText(column, line), wrong: false });
  };
  /** Applies the input; an invalid value stays in the field. */
  const commit = (text: string): boolean => {
    if (!editing) return true;
    const [line, column] = [lines[editing.row], columns[editing.column]];
    if (!line || !column) return true;
    const read = readCell(column, text);
    if (!read.ok) {
      setEditing({ ...editing, text, wrong: true });
      return false;
    }
    setEditing(null);
    if (text.trim() !== typedText(column, line)) onChange?.(line, { [column.key]: read.value });
    return true;
  };
  const step = (by: number): At => {
    let { row, column } = at;
    for (let i = 0; i < columns.length * 2; i += 1) {
      column += by;
      if (column >= columns.length) [row, column] = [row + 1, 0];
      if (column < 0) [row, column] = [row - 1, columns.length - 1];
      if (row < 0 || row >= lines.length) return at;
      if (editable(column)) return { row, column };
    }
    return at;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (editing || !(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined)
      return;
    const moves: Readonly<Record<string, At>> = {
      ArrowDown: { ...at, row: at.row + 1 },
      ArrowUp: { ...at, row: at.row - 1 },
      ArrowRight: { ...at, column: at.column + 1 },
      ArrowLeft: { ...at, column: at.column - 1 },
      Home: { ...at, column: 0 },
      End: { ...at, column: columns.length - 1 },
      PageDown: { ...at, row: at.row + 15 },
      PageUp: { ...at, row: at.row - 15 },
    };
    const move = moves[event.key];
    const line = lines[at.row];
    if (move) focusCell(move);
    else if (event.key === 'Enter' || event.key === 'F2') begin(at);
    else if (event.key === 'Delete' && (event.ctrlKey || event.metaKey) && line && onRemove) onRemove(line);
    else if (
      event.key.length === 1 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      editable(at.column)
    )
      begin(at, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (editing || !onChange) return;
    const rows = readSheet(event.clipboardData.getData('text'));
    event.preventDefault();
    if (rows.length === 1 && rows[0]?.length === 1) {
      const [line, column] = [lines[at.row], columns[at.column]];
      const read = column && readCell(column, rows[0][0] ?? '');
      if (line && column && read?.ok && editable(at.column)) onChange(line, { [column.key]: read.value });
    } else props.onPasteRows?.(rows, at);
  };

  return (
    <div
      className="ops-lines"
      onFocus={() => setHas(true)}
      onBlur={() => setHas(false)}
      data-has={has || undefined}
    >
      <table
        ref={table}
        role="grid"
        aria-label={props.label}
        aria-rowcount={lines.length}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            <th className="ops-lines-n" scope="col">
              #
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                data-end={alignsEnd(column.kind) || undefined}
                data-typed={column.editable || undefined}
              >
                {column.label}
              </th>
            ))}
            {(onRemove || props.actions) && <th aria-label={props.labels.actions} />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <LineRow
              key={line.id}
              line={line}
              row={row}
              columns={columns}
              current={at.row === row ? at.column : at.row >= lines.length && row === 0 ? 0 : -1}
              editing={editing?.row === row ? editing : null}
              canType={Boolean(onChange)}
              trouble={trouble?.line === row + 1 ? trouble : null}
              found={found?.id === line.id ? found.n : 0}
              removeLabel={props.labels.remove}
              marked={props.marked?.has(line.id) ?? false}
              onGo={setAt}
              onBegin={begin}
              onText={(text) => editing && setEditing({ ...editing, text, wrong: false })}
              onEnd={(text, key) => {
                if (key === 'Escape') {
                  setEditing(null);
                  focusCell(at);
                } else if (commit(text) && key !== null)
                  focusCell(
                    key === 'Tab' ? step(1) : key === 'ShiftTab' ? step(-1) : { ...at, row: at.row + 1 },
                  );
              }}
              {...(onRemove ? { onRemove } : {})}
              {...(props.actions ? { actions: props.actions } : {})}
            />
          ))}
        </tbody>
        {props.foot && lines.length > 0 && <tfoot>{props.foot}</tfoot>}
      </table>
      {lines.length === 0 && <div className="ops-lines-empty">{props.empty}</div>}
    </div>
  );
}
