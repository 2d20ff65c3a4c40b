import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { UploadRow } from '#shared/feeds/upload-sessions.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRow, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { GridFoot } from '#web/parts/grid/around.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import type { Translate } from '#web/locales/translations.ts';
import { NewUpload } from './NewUpload.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { useUploadTranslations } from './upload-translations.ts';
import './upload.css';

type LiveRow = UploadRow & Row;
const stages = ['open', 'otpSent', 'locked', 'verified', 'submitted', 'expired'] as const;
const tones: Readonly<Partial<Record<UploadRow['stage'], Tone>>> = {
  otpSent: 'info',
  locked: 'danger',
  verified: 'accent',
  expired: 'muted',
  submitted: 'muted',
};

/** Sessions in which prescriptions are uploaded: pages, code, hand-over; the newest change first. */
export function UploadScreen(): ReactNode {
  const t = useUploadTranslations();
  const person = usePerson();
  const up = useOnline();
  const narrow = useNarrow();
  const control = useGrid<LiveRow>();
  const feed = useFeed<LiveRow>('list/prescUploadOtpVerification');
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const openId = params.get('row');
  const open = useFeedRow(feed.rows, openId);
  const show = (id: string | null): void => {
    setOpening(false);
    setParams(id === null ? {} : { row: id }, { replace: true });
  };
  const mayOpen = hasRight(person, 'Prescription/prescUploadOtpVerification:create');
  const off = feed.condition !== 'live' || !up ? t('offline') : null;
  useCommands([
    {
      id: 'upload.new',
      label: t('new'),
      keys: 'n',
      scope: 'screen',
      permitted: mayOpen,
      disabled: off,
      run: () => off === null && setOpening(true),
    },
  ]);
  const columns = useMemo(() => columnsOf(t, narrow), [t, narrow]);
  const filter = useMemo(() => (row: LiveRow) => stage === null || row.stage === stage, [stage]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            {mayOpen && (
              <ActionButton
                label={t('new')}
                keys="n"
                primary
                disabled={off}
                onClick={() => setOpening(true)}
              />
            )}
          </>
        }
      >
        <SearchBox name="uploads" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('state')}
          any={t('anyState')}
          choices={stages.map((one) => ({ value: one, label: t(`stage.${one}`) }))}
          value={stage}
          onChange={setStage}
        />
      </ListBar>
      <Beside
        panel={
          opening ? (
            <NewUpload off={off} onOpened={show} onClose={() => setOpening(false)} />
          ) : open ? (
            <UploadPanel key={open.id} row={open} off={off} onClose={() => show(null)} />
          ) : null
        }
      >
        <Grid
          control={control}
          label={t('list')}
          columns={columns}
          rows={feed.rows}
          sort={(a, b) => b.updatedAt.localeCompare(a.updatedAt)}
          search={search}
          filter={filter}
          filtered={search !== '' || stage !== null}
          status={feed.condition === 'connecting' ? 'loading' : 'ready'}
          selectedId={openId}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
          noMatchActions={
            <ActionButton label={t('anyState')} onClick={() => (setStage(null), setSearch(''))} />
          }
          onOpen={(row) => show(row.id)}
          onClick={(row) => show(row.id)}
        />
        <GridFoot control={control} />
      </Beside>
    </ListScreen>
  );
}

function columnsOf(t: Translate, narrow: boolean): readonly GridColumn<LiveRow>[] {
  return [
    { key: 'ref', label: t('column.ref'), kind: 'id', width: 104 },
    { key: 'patient', label: t('column.patient'), kind: 'text', width: 150, flex: 1 },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 120,
      flash: true,
      text: ({ stage }) => t(`stage.${stage}`),
      render: ({ stage }) => (
        <StatusWord tone={tones[stage] ?? 'muted'} dot>
          {t(`stage.${stage}`)}
        </StatusWord>
      ),
    },
    { key: 'pages', label: t('column.pages'), kind: 'number', width: 70, hidden: narrow },
    {
      key: 'channel',
      label: t('channel'),
      kind: 'text',
      width: 120,
      hidden: narrow,
      text: ({ channel }) => t(`channel.${channel}`),
    },
    { key: 'openedBy', label: t('column.openedBy'), kind: 'text', width: 140, hidden: narrow },
    { key: 'updatedAt', label: t('column.updatedAt'), kind: 'datetime', width: 140, hidden: narrow },
  ];
}
