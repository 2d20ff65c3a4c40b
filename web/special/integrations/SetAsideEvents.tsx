import type { ReactNode } from 'react';
import type { SetAside } from '#shared/operations.ts';
import { api } from '#web/live/api.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { TroubleSection, useTroubles } from './troubles.tsx';
import { useIntegrationTranslations } from './translations.ts';

const idOf = ({ consumer, position }: SetAside): string => `${consumer} ${position}`;

/** Events that a consumer of the log could not take. It can be given them again; a view takes them in when it is rebuilt. */
export function SetAsideEvents(): ReactNode {
  const t = useIntegrationTranslations();
  const troubles = useTroubles<SetAside>('setAside', '/operations/set-aside');
  const again = (row: SetAside): Promise<boolean> =>
    troubles.work(idOf(row), async () => {
      const { consumer, position } = row;
      const { done, reason } = await api.post<{ done: boolean; reason: string | null }>(
        '/operations/set-aside/retry',
        { consumer, position },
      );
      toast(
        done ? { text: t('aside.done'), tone: 'ok' } : { text: t('aside.still', { reason }), tone: 'danger' },
      );
      await troubles.refetch();
    });
  const { data } = troubles;
  return (
    <TroubleSection
      troubles={troubles}
      title={t('aside.title')}
      none={t('aside.none')}
      noneText={t('aside.noneText')}
      id={idOf}
      columns={[
        {
          key: 'event',
          label: t('aside.event'),
          cell: ({ type, stream, position }) => (
            <>
              <strong>{type}</strong>{' '}
              <span className="ops-code">
                {stream} · {formatNumber(position)}
              </span>
            </>
          ),
        },
        {
          key: 'by',
          label: t('aside.by'),
          cell: ({ consumer }) => <span className="ops-code">{consumer}</span>,
        },
        {
          key: 'why',
          label: t('letters.why'),
          cell: ({ reason }) => <span className="in-error">{reason}</span>,
        },
        { key: 'since', label: t('letters.dead'), cell: ({ at }) => <Age at={at} /> },
        {
          key: 'do',
          label: t('aside.again'),
          act: true,
          cell: (row) =>
            row.again && (
              <ActionButton
                compact
                label={t('aside.again')}
                pending={troubles.busy === idOf(row)}
                onClick={() => void again(row)}
              />
            ),
        },
      ]}
    >
      {data?.items.some((row) => !row.again) && <p className="in-note">{t('aside.rebuild')}</p>}
    </TroubleSection>
  );
}
