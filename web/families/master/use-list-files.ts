import { useState } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import { failureOf } from '#web/live/failure.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';
import { fetchFile } from '#web/live/fetch-file.ts';
import { searchQuery, sortText } from './list-rows.ts';
import type { ListQuery, ListRow } from './list-rows.ts';
import { printList } from './print-list.ts';

export interface ListFiles {
  /** A file is being written. */
  readonly busy: boolean;
  exportTo(format: 'csv' | 'xlsx'): void;
  print(): void;
}

/** Exports or prints the list as shown. */
export function useListFiles(
  def: MasterDef,
  prompt: ListQuery,
  control: GridControl<ListRow>,
  speech: Speech,
): ListFiles {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const show = (error: unknown): void => {
    const failure = failureOf(error);
    toast({ text: failure.message, tone: 'danger', correlationId: failure.correlationId });
  };
  const write = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(true);
    try {
      const query = { ...searchQuery(prompt), sort: sortText(def, control.sort()), format, lang: language };
      await fetchFile(route('export', def.name), query, `${def.name}.${format}`);
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    exportTo: (format) => void write(format),
    print: () => {
      printList(def, prompt, control.sort(), control.chosenColumns(), speech).catch(show);
    },
  };
}
