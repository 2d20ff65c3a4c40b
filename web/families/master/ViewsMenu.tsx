import type { ReactNode } from 'react';
import type { SavedView } from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { ColumnArrangement, GridControl } from '#web/parts/grid/control.ts';
import { arrangementOf } from '#web/parts/kept.ts';
import { SavedViews } from '#web/parts/views/SavedViews.tsx';
import { route } from './declaration.ts';
import { isFilter } from './keep.ts';
import type { ListQuery } from './list-rows.ts';
import type { ListState } from './use-list-state.ts';

interface Settings {
  readonly prompt: ListQuery;
  readonly columns: readonly ColumnArrangement[];
}

/** The settings of a saved view, as far as they are valid. */
export function settingsOf(view: Pick<SavedView, 'settings'>): Settings {
  const { q, filter, cancelled, columns } = view.settings;
  return {
    prompt: {
      q: typeof q === 'string' ? q : '',
      filter: isFilter(filter) ? filter : {},
      cancelled: cancelled === true,
    },
    columns: arrangementOf(columns),
  };
}

/** Saved views of a master's list. */
export function ViewsMenu({
  def,
  state,
  control,
}: {
  def: MasterDef;
  state: ListState;
  control: GridControl<any>;
}): ReactNode {
  const choose = (view: SavedView | null): void => {
    if (!view) {
      state.setView(null, {});
      control.resetColumns();
      return;
    }
    const { prompt, columns } = settingsOf(view);
    state.setView(view.id, prompt);
    if (columns.length > 0) control.arrange(columns);
  };
  return (
    <SavedViews
      name="master"
      path={route('views', def.name)}
      viewId={state.viewId}
      settings={() => ({
        q: state.prompt.q,
        filter: state.prompt.filter,
        cancelled: state.prompt.cancelled,
        columns: control.arrangement(),
      })}
      onChoose={choose}
      onNamed={(viewId) => state.setView(viewId)}
    />
  );
}
