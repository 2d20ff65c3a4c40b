import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { bulkSteps } from '#shared/families/master-bulk.ts';
import { isVisible } from '#shared/families/master-check.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { MasterChange } from '#shared/families/master-wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { CellEdit } from './CellEdit.tsx';
import type { Speech } from './columns.tsx';
import type { Life, Offer } from './Life.tsx';
import type { ListRow } from './list-rows.ts';

/** The prices of a list that its form may change, by the rules of a bulk change. */
export function pricesOf(def: MasterDef): readonly MasterField[] {
  if (def.source) return [];
  const update = bulkSteps(def).find(({ name }) => name === 'update');
  return update?.fields.filter(({ kind }) => kind === 'money') ?? [];
}

/** The actions that change a record's status. */
export function statusOffers(offers: readonly Offer[]): readonly Offer[] {
  return offers.filter(({ status }) => status);
}

/** Prices and status of a master's list are edited in their cells. */
export function useCellEdit({
  def,
  columns,
  life,
  latest,
  control,
  speech,
  ownEditor,
  onDone,
}: {
  readonly def: MasterDef;
  readonly columns: readonly GridColumn<ListRow>[];
  readonly life: Life;
  readonly latest: ReadonlyMap<number, MasterChange>;
  readonly control: GridControl<ListRow>;
  readonly speech: Speech;
  /** The record has an editor of its own, with rules of its own. */
  readonly ownEditor: boolean;
  readonly onDone: (id: number, version: number) => void;
}): {
  readonly columns: readonly GridColumn<ListRow>[];
  readonly begin: (row: ListRow, key: string) => void;
  readonly editor: ReactNode;
} {
  const person = usePerson();
  const offers = useRef(life.offers);
  offers.current = life.offers;
  const [open, setOpen] = useState<{ readonly row: ListRow; readonly key: string } | null>(null);
  const prices = useMemo(
    () =>
      ownEditor || !def.rights.includes('edit') || !hasRight(person, def.need('edit')) ? [] : pricesOf(def),
    [def, person, ownEditor],
  );
  const able = useMemo(
    () =>
      columns.map((column): GridColumn<ListRow> => {
        const price = prices.find(({ name }) => name === column.key);
        if (price)
          return {
            ...column,
            edits: ({ row }) =>
              row.iCancelFlag === 0 &&
              row.mergedInto === null &&
              !def.frozen?.includes(row.stage ?? '') &&
              isVisible(price, row.fields),
          };
        if (column.key !== 'iStatus') return column;
        return {
          ...column,
          edits: ({ row }) => statusOffers(offers.current(row)).some(({ off }) => off === null),
        };
      }),
    [columns, prices, def],
  );
  // The row as it is now: a colleague may have changed it meanwhile.
  const row = open && (control.visibleRows().find(({ id }) => id === open.row.id) ?? open.row);
  return {
    columns: able,
    begin: (one, key) => setOpen({ row: one, key }),
    editor: open && row && (
      <CellEdit
        key={`${open.row.id} ${open.key}`}
        def={def}
        row={row}
        field={prices.find(({ name }) => name === open.key) ?? null}
        offers={statusOffers(life.offers(row.row))}
        change={latest.get(row.row.id) ?? null}
        speech={speech}
        cell={() =>
          document.querySelector<HTMLElement>(
            `.ma-list .ag-row[row-id="${CSS.escape(open.row.id)}"] [col-id="${CSS.escape(open.key)}"]`,
          )
        }
        onDone={onDone}
        onClose={() => setOpen(null)}
      />
    ),
  };
}
