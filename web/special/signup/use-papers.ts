import { useEffect, useRef, useState } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { OpenedFiles } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';

export interface Papers {
  /** Ids of the files that stand beside the checklist, in the sequence in which they were opened. */
  readonly beside: readonly string[];
  /** The file in view. */
  readonly current: string | null;
  readonly turnTo: { readonly fileId: string; readonly n: number } | null;
  /** When this person last opened it; null: never, undefined: not known. */
  openedAt(fileId: string): string | null | undefined;
  readonly failure: Failure | null;
  open(fileId: string): void;
  /** A file is in view: its bytes have come, so its opening is recorded. */
  shown(fileId: string): void;
  /** Moves the focus back to the check from which the document was opened. */
  back(): void;
  close(): void;
}

/** The documents of a case beside its checklist, and which of them this person has opened: the access audit knows. */
export function usePapers(record: SignupCase | undefined, onWide: (wide: boolean) => void): Papers {
  const stream = `signup-${record?.id}`;
  const query = useQuery({
    queryKey: ['opened-files', stream],
    queryFn: ({ signal }) => api.get<OpenedFiles>('/file/opened', { query: { for: stream }, signal }),
    staleTime: 0,
    enabled: record !== undefined,
  });
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [turnTo, setTurnTo] = useState<Papers['turnTo']>(null);
  const [inView, setInView] = useState<string | null>(null);
  const from = useRef<HTMLElement | null>(null);
  const beside = opened.filter((id) => record?.documents.some(({ fileId }) => fileId === id));
  const wide = beside.length > 0;
  useEffect(() => {
    onWide(wide);
    return () => onWide(false);
  }, [wide, onWide]);

  const back = (): void =>
    (from.current ?? document.querySelector<HTMLElement>('.su-panel [aria-current]'))?.focus();
  return {
    beside,
    current: beside.includes(inView ?? '') ? inView : (turnTo?.fileId ?? null),
    turnTo,
    openedAt: (fileId) => (query.data ? (query.data.opened[fileId] ?? null) : undefined),
    failure: query.isError && !query.data ? failureOf(query.error) : null,
    open(fileId) {
      const focus = document.activeElement;
      if (!focus?.closest('.su-viewer'))
        from.current = focus instanceof HTMLElement && focus.closest('.su-checks') ? focus : null;
      setOpened((all) => (all.includes(fileId) ? all : [...all, fileId]));
      setTurnTo((before) => ({ fileId, n: (before?.n ?? 0) + 1 }));
    },
    shown(fileId) {
      setInView(fileId);
      void query.refetch();
    },
    back,
    close() {
      setOpened([]);
      setTurnTo(null);
      setInView(null);
      back();
    },
  };
}
