import { use, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FormKeeping } from '#shared/families/form.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { loadForm } from './declaration.ts';
import { Drafts } from './Drafts.tsx';
import { Filling, type FillingProps } from './Filling.tsx';
import type { Begun } from './use-draft.ts';
import { useFormTranslations } from './translations.ts';
import './form.css';

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly stage: string;
}

/** The screen of every form: unfinished records, and one of them being filled in. */
export function FormScreen({ name }: { name: string }): ReactNode {
  const def = use(loadForm(name));
  const t = useFormTranslations();
  const person = usePerson();
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  const id = params.get('id');
  const mayCreate = hasRight(person, `${def.group}/${def.entity}:create`);
  const open = useCallback(
    (next: string | null) => {
      setRound((now) => now + 1);
      setParams(next === null ? {} : { id: next });
    },
    [setParams],
  );
  const begin = useCallback(
    (next: string) =>
      setParams(
        (now) => {
          const kept = new URLSearchParams(now);
          kept.set('id', next);
          return kept;
        },
        { replace: true },
      ),
    [setParams],
  );

  const { keep } = def;
  const begun: Begun = {
    id: null,
    version: 0,
    values: {
      ...def.empty,
      ...def.begin?.({ pooId: person.primaryPooId ?? person.poos[0]?.id ?? null }),
    },
  };
  const shared = {
    def,
    onBegin: begin,
    onClose: () => open(null),
    onReload: () => setRound(round + 1),
  };
  if (!keep)
    return mayCreate ? (
      <Filling key={round} {...shared} begun={begun} stage={null} />
    ) : (
      <EmptyState title={t('notYours')} />
    );
  if (id === null || (id === 'new' && !mayCreate))
    return <Drafts def={def} keep={keep} mayCreate={mayCreate} onOpen={open} />;
  return <Opening key={round} {...shared} keep={keep} wanted={id} begun={begun} />;
}

interface OpeningProps extends Omit<FillingProps, 'stage'> {
  readonly keep: FormKeeping;
  readonly wanted: string;
}

/** Loads the record to continue; a new one starts from the declaration's empty values. */
function Opening({ keep, wanted, ...filling }: OpeningProps): ReactNode {
  const t = useFormTranslations();
  const { def, begun } = filling;
  const [first] = useState(wanted);
  const query = useQuery({
    queryKey: ['form', def.name, first],
    queryFn: async ({ signal }): Promise<{ begun: Begun; stage: string }> => {
      const record = await api.get<Shown>(`/feeds/${keep.record}`, { query: { id: first }, signal });
      const revealed = keep.reveal ? await api.command(def.subject, first, keep.reveal) : null;
      return {
        begun: {
          id: first,
          version: record.version,
          values: keep.load(record, revealed) as Begun['values'],
        },
        stage: record.stage,
      };
    },
    enabled: first !== 'new',
    staleTime: Infinity,
    gcTime: 0,
  });
  if (first === 'new') return <Filling {...filling} begun={begun} stage={keep.list.stages[0]} />;
  if (query.isError)
    return <ErrorState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={10} />;
  const { stage } = query.data;
  if (!keep.list.stages.includes(stage)) return <EmptyState title={t('editing', { stage })} />;
  return <Filling {...filling} begun={query.data.begun} stage={stage} />;
}
