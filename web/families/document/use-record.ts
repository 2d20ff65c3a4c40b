import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentRecord } from '#shared/families/document-wire.ts';
import type { DocumentDef, DocumentEdit } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { draftOf, dropDraft, keepDraft } from '#web/parts/drafts.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import {
  afterSave,
  isEmpty,
  nothingPending,
  overlaid,
  sentLine,
  type Pending,
  type Values,
} from './pending.ts';

export interface OpenRecord {
  readonly record: DocumentRecord | null;
  /** With all unsaved input applied. */
  readonly shown: DocumentState | null;
  readonly pending: Pending;
  readonly saving: boolean;
  readonly failure: Failure | null;
  readonly loadFailure: Failure | null;
  type(next: (pending: Pending) => Pending): void;
  /** Saves at once; resolves with whether everything is saved. */
  save(): Promise<boolean>;
  /** Sends the input again over the current document. */
  keepMine(): Promise<boolean>;
  /** Discards the input in conflicting fields. */
  takeTheirs(): void;
  reload(): Promise<void>;
}

const PAUSE_MS = 700;

/**
 * One live document: input is kept on this device, saved automatically after a pause, and merged by field and
 * line.
 */
export function useRecord(
  def: DocumentDef,
  id: string,
  edit: (state: DocumentState) => DocumentEdit | null,
  liveVersion: number | null,
): OpenRecord {
  const { empId } = usePerson();
  const client = useQueryClient();
  const key = ['document', def.name, id] as const;
  const draftKey = `document:${def.name}`;
  const { data, error } = useQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: ({ signal }) => api.get<DocumentRecord>(`/documents-record/${def.name}/${id}`, { signal }),
  });
  const [pending, setPending] = useState<Pending>(() => {
    const kept = draftOf(empId, draftKey, id)?.values as unknown as Pending | undefined;
    return kept ? { ...nothingPending, ...kept } : nothingPending;
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);
  const now = useRef({ pending, record: data ?? null, busy: null as Promise<boolean> | null });
  now.current.record = data ?? null;

  const reload = useCallback(async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['document', def.name, id] });
  }, [client, def.name, id]);
  useEffect(() => {
    if (liveVersion !== null && data && liveVersion > data.version) void reload();
  }, [liveVersion, data, reload]);

  const become = useCallback(
    (next: Pending): void => {
      now.current.pending = next;
      setPending(next);
      if (isEmpty(next)) dropDraft(empId, draftKey, id);
      else
        keepDraft(empId, draftKey, id, {
          values: next as unknown as Values,
          version: now.current.record?.version ?? null,
          at: new Date(serverClock.now()).toISOString(),
        });
    },
    [empId, draftKey, id],
  );

  const send = useCallback(
    async (version: number | null): Promise<boolean> => {
      const { record, pending: sent } = now.current;
      const allowed = record ? edit(record.state) : null;
      if (!record || !allowed || isEmpty(sent)) return isEmpty(sent);
      const fields = new Set([
        ...allowed.lines,
        'productId',
        'barcodeId',
        'links',
        'orderLines',
        ...def.lines.flatMap(({ name, shown }) => (shown ? [] : [name])),
      ]);
      const put = Object.entries(sent.put).map(([line, values]) => sentLine(line, values, fields));
      const body =
        allowed.command === 'change'
          ? {
              ...(Object.keys(sent.header).length > 0 ? { header: sent.header } : {}),
              put,
              remove: sent.remove,
            }
          : { put };
      setSaving(true);
      try {
        await api.command(def.stream.name, id, allowed.command, body, { version: version ?? record.version });
        become(afterSave(now.current.pending, sent));
        setFailure(null);
        await reload();
        return isEmpty(now.current.pending);
      } catch (reason) {
        setFailure(failureOf(reason));
        await reload();
        return false;
      } finally {
        setSaving(false);
      }
    },
    [def, id, edit, become, reload],
  );
  const save = useCallback(
    (version: number | null = null): Promise<boolean> => {
      const work = (now.current.busy ?? Promise.resolve(true)).then(() => send(version));
      now.current.busy = work;
      return work;
    },
    [send],
  );
  useEffect(() => {
    if (isEmpty(pending) || failure) return undefined;
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pending, failure, save]);

  const shown = useMemo(() => (data ? overlaid(data.state, pending) : null), [data, pending]);
  return {
    record: data ?? null,
    shown,
    pending,
    saving,
    failure,
    loadFailure: error && !data ? failureOf(error) : null,
    type: (next) => {
      setFailure(null);
      become(next(now.current.pending));
    },
    save: () => save(),
    keepMine: async () => {
      setFailure(null);
      await reload();
      return save(now.current.record?.version ?? null);
    },
    takeTheirs: () => {
      become(withoutConflicts(now.current.pending, failure));
      setFailure(null);
    },
    reload,
  };
}

/** Conflicting fields are named `h.<field>` and `l.<line>.<field>`; without names everything is discarded. */
function withoutConflicts(pending: Pending, failure: Failure | null): Pending {
  const named = failure?.details?.['conflicts'];
  if (!Array.isArray(named)) return nothingPending;
  let { header, put } = pending;
  for (const one of named as readonly { readonly field: string }[]) {
    const [where, first = '', second = ''] = one.field.split('.');
    if (where === 'h') header = Object.fromEntries(Object.entries(header).filter(([name]) => name !== first));
    else
      put = {
        ...put,
        [first]: Object.fromEntries(Object.entries(put[first] ?? {}).filter(([name]) => name !== second)),
      };
  }
  return {
    ...pending,
    header,
    put: Object.fromEntries(Object.entries(put).filter(([, fields]) => Object.keys(fields).length > 0)),
  };
}
