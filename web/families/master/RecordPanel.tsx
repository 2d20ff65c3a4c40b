import { Button, Menu, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type {
  CalledRecord,
  HistoryEntry,
  Labels,
  MasterChange,
  MasterRow,
  WaitingChange,
} from '#shared/families/master-wire.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { usePresence, usePresences } from '#web/live/use-feed.ts';
import { usePerson } from '#web/live/person.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconArrowLeft, IconDots } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { nameOf, statusText, statusTone } from './columns.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import { CountDetails } from './Counts.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import { isLong } from './form-values.ts';
import { History } from './History.tsx';
import { Merged } from './Merged.tsx';
import type { MasterPlug } from './plug.ts';
import { Author, FormFoot, mayLeave, RecordForm, Unsaved } from './RecordForm.tsx';
import type { Offer } from './Life.tsx';
import type { Place } from './use-list-state.ts';
import { masterSending, useRecordForm } from './use-record-form.ts';
import { Secrets, WaitingNote } from './SecondPerson.tsx';
import type { Saved } from './use-record-form.ts';
import { Waiting } from './Waiting.tsx';
import { UsedByList } from './UsedByList.tsx';

export interface RecordPanelProps {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly row: MasterRow;
  readonly labels: Labels;
  readonly into: CalledRecord | null;
  readonly doubles: readonly CalledRecord[];
  readonly waiting: WaitingChange | null;
  readonly speech: Speech;
  readonly plug: MasterPlug;
  readonly place: Place | null;
  readonly offers: readonly Offer[];
  readonly change: MasterChange | null;
  readonly onPlace: (place: Place | null) => void;
  readonly onRevert: ((entry: HistoryEntry) => void) | null;
  readonly onSaved: (saved: Saved) => void;
  readonly onChanged: () => void;
  readonly onOpenOther: (id: number, at?: Place) => void;
  readonly onClose: () => void;
}

/** One record beside the list: details, history, usage, and actions. */
export function RecordPanel(props: RecordPanelProps): ReactNode {
  const { def, masters, row, labels, speech, plug, place, offers } = props;
  const { t } = speech;
  usePresence(`masters/${def.name}`, String(row.id), 'viewing');
  const tab = place === 'history' || place === 'usedBy' ? place : 'details';
  const details = props.into === null ? null : 'double';
  const Details = plug.Details as ComponentType<any> | undefined;
  useCommands([
    {
      id: 'master.history',
      label: t('history'),
      keys: 'h',
      scope: 'panel',
      run: () => props.onPlace(tab === 'history' ? details : 'history'),
    },
    {
      id: 'master.usedBy',
      label: t('usedBy'),
      keys: 'u',
      scope: 'panel',
      run: () => props.onPlace(tab === 'usedBy' ? details : 'usedBy'),
    },
  ]);
  return (
    <Panel
      width={460}
      talk={
        def.source
          ? {
              stream: `${def.source.streams[0]}-${row.id}`,
              title: String(row.fields.vCode ?? nameOf(def, row, speech)),
            }
          : null
      }
      streams={[def.source ? `${def.source.streams[0]}-${row.id}` : `master-${def.kind}-${row.id}`]}
      title={nameOf(def, row, speech)}
      onClose={props.onClose}
      aside={
        <StatusWord tone={statusTone(def, row)} soft>
          {statusText(def, row, speech)}
        </StatusWord>
      }
      foot={
        <>
          <Foot offers={offers} speech={speech} />
          <Author row={row} speech={speech} />
        </>
      }
    >
      <Others feed={`masters/${def.name}`} id={String(row.id)} speech={speech} />
      <Merged
        row={row}
        into={props.into}
        doubles={props.doubles}
        speech={speech}
        onOpenOther={props.onOpenOther}
      />
      <Tabs
        value={tab}
        onChange={(next) => props.onPlace(next === 'details' ? details : (next as Place))}
        keepMounted={false}
        classNames={{ panel: 'ma-tab' }}
      >
        <Tabs.List>
          <Tabs.Tab value="details">{t('details')}</Tabs.Tab>
          <Tabs.Tab value="history" rightSection={<KeyHint keys="h" />}>
            {t('history')}
          </Tabs.Tab>
          <Tabs.Tab value="usedBy" rightSection={<KeyHint keys="u" />}>
            {t('usedBy')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          {props.waiting && (
            <WaitingNote
              def={def}
              row={row}
              waiting={props.waiting}
              speech={speech}
              onChanged={props.onChanged}
            />
          )}
          <RecordDetails
            def={def}
            masters={masters}
            fields={detailsOf(row.fields, plug)}
            labels={labels}
            speech={speech}
            through={`master-${def.kind}-${row.id}`}
          />
          <Secrets key={`${row.id} ${row.version}`} def={def} row={row} speech={speech} />
          <Waiting def={def} row={row} speech={speech} />
          <CountDetails def={def} row={row} masters={masters} speech={speech} />
          {Details && (
            <PartBoundary of={row.id}>
              <Details
                key={row.id}
                def={def}
                masters={masters}
                row={row}
                labels={labels}
                speech={speech}
                onChanged={props.onChanged}
              />
            </PartBoundary>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History def={def} masters={masters} row={row} speech={speech} onRevert={props.onRevert} />
        </Tabs.Panel>
        <Tabs.Panel value="usedBy">
          <UsedByList def={def} masters={masters} id={row.id} speech={speech} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}

function detailsOf(fields: Fields, { detailed = [] }: MasterPlug): Fields {
  return detailed.length === 0
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => !detailed.includes(name)));
}

function Others({ feed, id, speech }: { feed: string; id: string; speech: Speech }): ReactNode {
  const person = usePerson();
  const list = (usePresences(feed).get(id) ?? []).filter(({ empId }) => empId !== person.empId);
  const editing = list.filter(({ state }) => state === 'editing');
  if (list.length === 0) return null;
  const names = (some: typeof list): string => some.map(({ name }) => name).join(', ');
  return (
    <p className="ma-note" role="status">
      {editing.length > 0
        ? speech.t('othersEdit', { names: names(editing) })
        : speech.t('othersLook', { names: names(list) })}
    </p>
  );
}

function Foot({ offers, speech }: { offers: readonly Offer[]; speech: Speech }): ReactNode {
  const { t } = speech;
  const main = offers.filter((one) => one.main);
  const first = main.slice(0, 3);
  const more = [...main.slice(3), ...offers.filter((one) => !one.main)];
  return (
    <>
      {first.map((one) => (
        <ActionButton
          key={one.id}
          label={one.label}
          {...(one.keys ? { keys: one.keys } : {})}
          primary={one.primary ?? false}
          danger={one.danger ?? false}
          disabled={one.off}
          onClick={one.run}
        />
      ))}
      {more.length > 0 && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<IconDots size={16} />}>
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((one) => (
              <Menu.Item
                key={one.id}
                color={one.danger ? 'danger' : undefined}
                rightSection={one.keys ? <KeyHint keys={one.keys} /> : undefined}
                disabled={one.off !== null}
                title={one.off ?? undefined}
                onClick={one.run}
              >
                {one.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

export interface EditPanelProps {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly plug: MasterPlug;
  readonly row: MasterRow | null;
  readonly labels: Labels;
  readonly speech: Speech;
  /** The latest version of the record when a colleague changed it meanwhile. */
  readonly newest: MasterRow | null;
  readonly onSaved: (saved: Saved) => void;
  readonly onClose: () => void;
  readonly onOpenOther: (id: number) => void;
  readonly onDirty: (dirty: boolean) => void;
}

/** The form of a record: beside the list when short, on a page of its own when long. */
export function EditPanel({
  def,
  masters,
  plug,
  row,
  labels,
  speech,
  newest,
  onSaved,
  onClose,
  onOpenOther,
  onDirty,
}: EditPanelProps): ReactNode {
  const { t, own } = speech;
  const person = usePerson();
  const [sending] = useState(() => masterSending(def));
  const form = useRecordForm({ def, row, empId: person.empId, sending });
  const long = isLong(def);
  usePresence(`masters/${def.name}`, row ? String(row.id) : null, form.dirty ? 'editing' : 'viewing');
  useEffect(() => {
    onDirty(form.dirty);
    return () => onDirty(false);
  }, [form.dirty, onDirty]);
  useEffect(() => {
    if (newest) form.received(newest);
    // oxlint-disable-next-line react/exhaustive-deps -- once per version
  }, [newest?.version]);
  const save = async (): Promise<void> => {
    const saved = await form.save();
    if (saved) onSaved(saved);
  };
  const leave = async (): Promise<void> => {
    if (await mayLeave(form.dirty, t)) onClose();
  };
  const title = row
    ? t('editTitle', { name: nameOf(def, row, speech) })
    : t('newTitle', { title: own('title') });
  const body = (
    <RecordForm
      def={def}
      row={row}
      labels={labels}
      form={form}
      speech={speech}
      long={long}
      masters={masters}
      plug={plug}
      onSaved={onSaved}
      onOpenOther={(id) => void mayLeave(form.dirty, t).then((yes) => yes && onOpenOther(id))}
    />
  );
  const foot = (
    <>
      <FormFoot form={form} onSave={() => void save()} onCancel={() => void leave()} t={t} />
      {row && <Author row={row} speech={speech} />}
    </>
  );
  if (!long)
    return (
      <Panel
        width={460}
        closeFromFields
        title={title}
        aside={<Unsaved dirty={form.dirty} />}
        onClose={() => void leave()}
        foot={foot}
      >
        {body}
      </Panel>
    );
  return (
    <Page title={title} aside={<Unsaved dirty={form.dirty} />} foot={foot} onClose={() => void leave()} t={t}>
      {body}
    </Page>
  );
}

/** A page in place of the list, for content too long for a panel. */
export function Page({
  title,
  aside,
  foot,
  onClose,
  t,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  t: Speech['t'];
  children: ReactNode;
}): ReactNode {
  useCommands([
    {
      id: 'panel.close',
      label: t('backToList'),
      keys: 'Escape',
      scope: 'panel',
      quiet: true,
      inFields: true,
      run: onClose,
    },
  ]);
  return (
    <section className="ma-page" aria-label={typeof title === 'string' ? title : undefined}>
      <header className="ma-page-head">
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} className="ma-flip" />}
          onClick={onClose}
        >
          {t('backToList')}
        </Button>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className="ma-page-body">{children}</div>
      {foot && <footer className="ops-panel-foot">{foot}</footer>}
    </section>
  );
}
