import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { IconTrash } from '../icons.ts';
import { alignsEnd, cellText, hasFigures, textsUnder, type Line, type LineColumn } from './line-column.ts';
import type { Editing } from './editing.ts';

interface LineRowProps<L extends Line> {
  readonly line: L;
  readonly row: number;
  readonly columns: readonly LineColumn<L>[];
  readonly current: number;
  readonly editing: Editing | null;
  readonly canType: boolean;
  readonly trouble: { readonly field: string | null; readonly message: string } | null;
  readonly found: number;
  readonly marked: boolean;
  readonly removeLabel: string;
  readonly onGo: (at: { row: number; column: number }) => void;
  readonly onBegin: (at: { row: number; column: number }) => void;
  readonly onText: (text: string) => void;
  readonly onEnd: (text: string, key: 'Enter' | 'Tab' | 'ShiftTab' | 'Escape' | null) => void;
  readonly onRemove?: (line: L) => void;
  readonly actions?: (line: L) => ReactNode;
}

function Row<L extends Line>(props: LineRowProps<L>): ReactNode {
  const { line, row, columns, current, editing, trouble, onRemove, actions } = props;
  const frame = useFrame();
  const says = { yes: frame('yes'), no: frame('no') };
  return (
    <tr
      data-line={line.id}
      data-trouble={trouble ? true : undefined}
      data-found={props.found > 0 ? props.found : undefined}
      data-marked={props.marked || undefined}
      aria-rowindex={row + 1}
    >
      <th className="ops-lines-n ops-figures" scope="row">
        {row + 1}
      </th>
      {columns.map((column, index) => {
        const wrong = trouble?.field === column.key;
        return (
          <td
            key={column.key}
            role="gridcell"
            tabIndex={current === index ? 0 : -1}
            data-row={row}
            data-column={index}
            data-end={alignsEnd(column.kind) || undefined}
            data-typed={(props.canType && column.editable) || undefined}
            data-wrong={wrong || undefined}
            data-under={column.under ? true : undefined}
            aria-invalid={wrong || undefined}
            className={
              hasFigures(column.kind) ? 'ops-figures' : column.kind === 'code' ? 'ops-code' : undefined
            }
            onFocus={() => props.onGo({ row, column: index })}
            onDoubleClick={() => props.onBegin({ row, column: index })}
          >
            {editing?.column === index ? (
              <CellInput column={column} editing={editing} onText={props.onText} onEnd={props.onEnd} />
            ) : (
              cellText(column, line, says)
            )}
            {column.under && (
              <span className="ops-lines-under">{textsUnder(column, line, says).join(' · ')}</span>
            )}
            {index === 0 && trouble && (
              <span className="ops-lines-trouble" role="alert">
                {trouble.message}
              </span>
            )}
          </td>
        );
      })}
      {(onRemove || actions) && (
        <td className="ops-lines-end">
          {actions?.(line)}
          {onRemove && (
            <ActionIcon
              size="sm"
              aria-label={`${props.removeLabel} ${row + 1}`}
              tabIndex={-1}
              onClick={() => onRemove(line)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  );
}

/** A row renders only when its line, its edited cell or its error changed: 500 lines stay fast. */
export const LineRow = memo(
  Row,
  (a, b) =>
    a.line === b.line &&
    a.row === b.row &&
    a.columns === b.columns &&
    a.current === b.current &&
    a.editing === b.editing &&
    a.canType === b.canType &&
    a.trouble === b.trouble &&
    a.found === b.found &&
    a.marked === b.marked &&
    a.actions === b.actions &&
    // Handlers of the edited cell see the newest state; the others are called with their own line only.
    b.current < 0 &&
    b.editing === null,
) as typeof Row;

function CellInput<L extends Line>({
  column,
  editing,
  onText,
  onEnd,
}: {
  column: LineColumn<L>;
  editing: Editing;
  onText: (text: string) => void;
  onEnd: LineRowProps<L>['onEnd'];
}): ReactNode {
  if (column.kind === 'choice')
    return (
      <select
        autoFocus
        aria-label={column.label}
        value={editing.text}
        onChange={(event) => onEnd(event.currentTarget.value, 'Enter')}
        onBlur={() => onEnd(editing.text, null)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd(editing.text, 'Escape')}
      >
        <option value="" />
        {(column.choices ?? []).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      autoFocus
      aria-label={column.label}
      aria-invalid={editing.wrong || undefined}
      value={editing.text}
      inputMode={
        column.kind === 'number'
          ? 'numeric'
          : column.kind === 'text' || column.kind === 'code'
            ? 'text'
            : 'decimal'
      }
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={(event) => onEnd(event.currentTarget.value, null)}
      onKeyDown={(event) => {
        const key = event.key === 'Tab' && event.shiftKey ? 'ShiftTab' : event.key;
        if (key !== 'Enter' && key !== 'Tab' && key !== 'ShiftTab' && key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onEnd(event.currentTarget.value, key);
      }}
    />
  );
}
