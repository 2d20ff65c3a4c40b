import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { Trial } from './Trial.tsx';
import type { Trying } from './Trial.tsx';
import { TroubleSection, useTroubles } from './troubles.tsx';
import { useIntegrationTranslations } from './translations.ts';

interface Letter {
  readonly id: string;
  readonly service: string;
  readonly entity: string | null;
  readonly outsideId: string | null;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
  readonly deadAt: string;
}

/** Dead letters: source messages that could not be applied; dry run first, then replay. */
export function DeadLetters({ parked }: { parked: number }): ReactNode {
  const t = useIntegrationTranslations();
  const frame = useFrame();
  const [trial, setTrial] = useState<Trying | null>(null);
  const troubles = useTroubles<Letter>('deadLetters', '/relay/dead-letters');
  const { data, busy } = troubles;

  const work = async (id: string, task: () => Promise<void>): Promise<void> => {
    if (!(await troubles.work(id, task))) setTrial(null);
  };
  const tryOut = (letter: Letter): void =>
    void work(letter.id, async () =>
      setTrial({
        ...(await api.post<Omit<Trying, 'id'>>(
          `/relay/dead-letters/${encodeURIComponent(letter.id)}/dry-run`,
          {},
        )),
        id: letter.id,
      }),
    );
  const replay = (id: string): void =>
    void work(id, async () => {
      await api.post(`/relay/dead-letters/${encodeURIComponent(id)}/replay`, {});
      setTrial(null);
      toast({ text: t('letters.done'), tone: 'ok' });
      await troubles.refetch();
    });

  return (
    <TroubleSection
      troubles={troubles}
      title={t('letters.title')}
      none={t('letters.none')}
      noneText={t('letters.noneText')}
      id={(letter) => letter.id}
      columns={[
        {
          key: 'what',
          label: t('letters.what'),
          cell: (letter) => (
            <>
              <strong>{frame(`service.${letter.service}` as never)}</strong>{' '}
              <span className="ops-code">
                {letter.entity ? `${letter.entity} ${letter.outsideId ?? ''}` : t('letters.unreadable')}
              </span>
            </>
          ),
        },
        {
          key: 'why',
          label: t('letters.why'),
          cell: (letter) => (
            <>
              <span className="ops-code">{letter.reason}</span>
              <span className="in-error">{letter.error}</span>
            </>
          ),
        },
        { key: 'tries', label: t('letters.tries'), figures: true, cell: (letter) => letter.attempts },
        { key: 'dead', label: t('letters.dead'), cell: (letter) => <Age at={letter.deadAt} /> },
        {
          key: 'do',
          label: t('letters.try'),
          act: true,
          cell: (letter) => (
            <ActionButton
              compact
              label={t('letters.try')}
              pending={busy === letter.id && trial === null}
              onClick={() => tryOut(letter)}
            />
          ),
        },
      ]}
    >
      {data && data.total > data.items.length && (
        <p className="in-note">{t('letters.more', { shown: data.items.length, total: data.total })}</p>
      )}
      {parked > 0 && <p className="in-note">{t('letters.parked', { n: parked })}</p>}
      <Trial trying={trial} pending={busy !== null} onTake={replay} onClose={() => setTrial(null)} />
    </TroubleSection>
  );
}
