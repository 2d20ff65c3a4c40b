import { useState } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import { failureOf } from '#web/live/failure.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/words/words.ts';
import type { Speech } from './columns.tsx';
import { door } from './declaration.ts';
import { fetchFile } from './fetch-file.ts';
import { askQuery, sortText } from './list-rows.ts';
import type { ListAsk, ListRow } from './list-rows.ts';
import { printList } from './print-list.ts';

export interface ListFiles {
  /** A file is being written. */
  readonly busy: boolean;
  exportTo(format: 'csv' | 'xlsx'): void;
  print(): void;
}

/** The list as it stands, as a file or on paper. */
export function useListFiles(def: MasterDef, ask: ListAsk, control: GridControl<ListRow>, speech: Speech): ListFiles {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const tell = (error: unknown): void => {
    const failure = failureOf(error);
    toast({ text: failure.message, tone: 'danger', correlationId: failure.correlationId });
  };
  const write = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(true);
    try {
      const query = { ...askQuery(ask), sort: sortText(def, control.sort()), format, lang: language };
      await fetchFile(door('export', def.name), query, `${def.name}.${format}`);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    exportTo: (format) => void write(format),
    print: () => {
      const visible = control.now().columns.filter((column) => column.visible);
      printList(
        def,
        ask,
        control.sort(),
        visible.map(({ id }) => id),
        speech,
      ).catch(tell);
    },
  };
}
