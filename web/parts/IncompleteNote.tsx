import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { useStoreState } from '#web/live/use-feed.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconAlertTriangle } from './icons.ts';
import './frame.css';

/** Says that an event of the shown record was set aside. Asks the server only while any event is. */
export function IncompleteNote({ streams }: { streams: readonly string[] }): ReactNode {
  const t = useFrame();
  const { setAside } = useStoreState();
  return setAside && streams.length > 0 ? <Note streams={streams} text={t('incomplete')} /> : null;
}

function Note({ streams, text }: { streams: readonly string[]; text: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['incomplete', ...streams],
    queryFn: ({ signal }) =>
      api.get<{ readonly incomplete: boolean }>('/operations/incomplete', {
        query: { streams: streams.join(',') },
        signal,
      }),
  });
  if (!data?.incomplete) return null;
  return (
    <p className="ops-incomplete" role="status">
      <IconAlertTriangle size={16} aria-hidden="true" />
      {text}
    </p>
  );
}
