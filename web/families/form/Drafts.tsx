import type { ReactNode } from 'react';
import type { FormDef, FormKeeping } from '#shared/families/form.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconChevronRight, IconPlus } from '#web/parts/icons.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useFormTranslations } from './translations.ts';

/** Unfinished records, newest first, and a button to start a new one. */
export function Drafts({
  def,
  keep,
  mayCreate,
  onOpen,
}: {
  def: FormDef;
  keep: FormKeeping;
  mayCreate: boolean;
  onOpen: (id: string) => void;
}): ReactNode {
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  const query = useQuery({
    queryKey: ['drafts', def.name],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        keep.list.stages.map((stage) =>
          api.get<readonly SourceMessage[]>(keep.list.path, {
            query: { [keep.list.query]: stage, pageNo: 0, records: 100 },
            signal,
          }),
        ),
      );
      return lists.flat().sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt));
    },
    staleTime: 0,
  });
  useCommands([
    {
      id: 'form.new',
      label: own('action.create'),
      keys: 'n',
      scope: 'screen',
      permitted: mayCreate,
      run: () => onOpen('new'),
    },
  ]);
  const begin = mayCreate && (
    <ActionButton
      label={own('action.create')}
      keys="n"
      primary
      icon={<IconPlus size={14} />}
      onClick={() => onOpen('new')}
    />
  );
  return (
    <div className="fo-screen">
      <div className="fo-drafts">
        <header className="fo-drafts-head">
          <h2>{t('drafts')}</h2>
          {begin}
        </header>
        {query.isError ? (
          <ErrorState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Skeleton rows={6} />
        ) : query.data.length === 0 ? (
          <EmptyState title={t('draftsNone')} actions={begin}>
            {t('draftsNoneText')}
          </EmptyState>
        ) : (
          <ul className="fo-list">
            {query.data.map((one) => (
              <li key={String(one.id)}>
                <button type="button" onClick={() => onOpen(String(one.id))}>
                  <span className="fo-list-name">
                    {String(one.data[keep.list.name] ?? '') || (
                      <span className="ops-muted">{t('noName')}</span>
                    )}
                  </span>
                  <StatusWord tone={one.change === keep.list.stages[0] ? 'muted' : 'warn'} soft>
                    {own(`stage.${one.change}`)}
                  </StatusWord>
                  <span className="ops-muted ops-figures fo-list-time">
                    {t('changed', { time: formatMoment(one.modifiedAt, serverClock.now()) })}
                  </span>
                  <IconChevronRight size={16} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
