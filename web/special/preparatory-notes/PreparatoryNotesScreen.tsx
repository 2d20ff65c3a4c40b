import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addDays, businessDay, isSunday, showDay } from '#shared/core/day.ts';
import type { NoteRow } from '#shared/feeds/preparatory-notes.ts';
import { noteLength } from '#shared/streams/leads/preparatorynote.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useNoteTranslations } from './translations.ts';
import './preparatory-notes.css';
import { finder } from '#shared/core/plain.ts';
import { compareTexts } from '#shared/core/collation.ts';

type Live = NoteRow & Row;
const tones = { none: 'warn', draft: 'info', ready: 'ok', used: 'muted' } as const;
const stages = ['none', 'draft', 'ready', 'used'] as const;
const writers = ['Out Bound/preparatoryNotes:create', 'Out Bound/preparatoryNotes:edit'];

/** The working day after a business day. */
function nextDay(day: string): string {
  const next = addDays(day, 1);
  return isSunday(next) ? addDays(next, 1) : next;
}

/** The visits of a day with their preparatory notes: written here, read in the field. */
export function PreparatoryNotesScreen(): ReactNode {
  const t = useNoteTranslations();
  const type = useTranslations('appointment').t;
  const feed = useFeed<Live>('preparatory/notes');
  const rows = useFeedRows(feed.rows) as unknown as readonly NoteRow[];
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<string | null>(null);
  const [stage, setStage] = useState<string | null>(null);
  const tomorrow = nextDay(businessDay(serverClock.now()));
  const day = params.get('day') ?? tomorrow;
  const openId = params.get('id');
  const days = useMemo(
    () => [...new Set([tomorrow, ...rows.map((row) => row.day)])].sort(),
    [rows, tomorrow],
  );
  const people = useMemo(
    () =>
      [...new Map(rows.map((row) => [String(row.assignedTo), row.assignedName]))]
        .map(([value, label]) => ({ value, label }))
        .sort((a, b) => compareTexts(a.label, b.label)),
    [rows],
  );
  const found = finder(search);
  const shown = rows
    .filter(
      (row) =>
        row.day === day &&
        (person === null || String(row.assignedTo) === person) &&
        (stage === null || row.note.stage === stage) &&
        found(`${row.ref} ${row.who} ${row.customer} ${row.assignedName}`),
    )
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const open = rows.find(({ id }) => id === openId);
  const show = (id: string | null): void => setParams(id === null ? { day } : { day, id }, { replace: true });
  const move = (by: number): void => {
    const at = shown.findIndex(({ id }) => id === openId);
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (next) show(next.id);
  };
  useCommands([
    { id: 'notes.next', label: t('next'), keys: 'j', scope: 'screen', quiet: true, run: () => move(1) },
    {
      id: 'notes.previous',
      label: t('previous'),
      keys: 'k',
      scope: 'screen',
      quiet: true,
      run: () => move(-1),
    },
  ]);
  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar end={<Freshness {...feed.freshness} />}>
        <SearchBox name="notes" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('day')}
          any={t('tomorrow')}
          choices={days.map((value) => ({ value, label: showDay(value) }))}
          value={day}
          onChange={(value) => setParams(value === null ? {} : { day: value }, { replace: true })}
        />
        <ChoiceFilter
          label={t('visitor')}
          any={t('anyVisitor')}
          choices={people}
          value={person}
          onChange={setPerson}
        />
        <ChoiceFilter
          label={t('note')}
          any={t('anyNote')}
          choices={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
          value={stage}
          onChange={setStage}
        />
      </ListBar>
      <Beside
        panel={
          open && (
            <NotePanel key={open.id} row={open} live={feed.condition === 'live'} onClose={() => show(null)} />
          )
        }
      >
        {feed.condition === 'connecting' && rows.length === 0 ? (
          <Skeleton rows={10} />
        ) : shown.length === 0 ? (
          <EmptyState title={t('empty', { day: showDay(day) })}>{t('emptyText')}</EmptyState>
        ) : (
          <ul className="pn-list" aria-label={t('list')}>
            {shown.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  aria-current={row.id === openId || undefined}
                  onClick={() => show(row.id)}
                >
                  <b className="ops-figures">{row.slotFrom}</b>
                  <span>
                    <b>{row.customer || row.who}</b> <span className="ops-code ops-muted">{row.who}</span>
                  </span>
                  <span>{type(`type.${row.type}`)}</span>
                  <span>{row.assignedName}</span>
                  <StatusWord tone={tones[row.note.stage]} soft>
                    {t(`stage.${row.note.stage}`)}
                  </StatusWord>
                  <span className="ops-muted">{row.note.by?.name ?? ''}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Beside>
    </ListScreen>
  );
}

function NotePanel({ row, live, onClose }: { row: NoteRow; live: boolean; onClose: () => void }): ReactNode {
  const t = useNoteTranslations();
  const person = usePerson();
  const up = useOnline();
  const save = useCommand('preparatorynote', 'save');
  const ready = useCommand('preparatorynote', 'ready');
  const draft = useDraft('preparatorynote.save', Number(row.id), { text: row.note.text });
  const text = draft.values.text;
  const changed = text.trim() !== row.note.text;
  const may = writers.some((right) => hasRight(person, right));
  const off = !may ? t('offRight') : row.begun ? t('begun') : !live || !up ? t('offLine') : null;
  const keep = async (done: boolean): Promise<void> => {
    let version = row.version;
    if (changed) {
      const answer = await save.run(row.note.id, { text: text.trim() }, { version });
      if (!answer) return;
      version = answer.version;
      draft.done();
    }
    if (done && !(await ready.run(row.note.id, {}, { version }))) return;
    toast({ text: t(done ? 'doneReady' : 'doneSaved', { ref: row.ref }), tone: 'ok' });
  };
  const failure = save.failure ?? ready.failure;
  const short = text.trim().length < 3;
  return (
    <Panel
      title={
        <>
          <span className="ops-figures">{row.slotFrom}</span> {row.customer || row.who}
        </>
      }
      width={480}
      talk={{ stream: `appointment-${row.id}`, title: row.ref }}
      aside={
        <StatusWord tone={tones[row.note.stage]} soft>
          {t(`stage.${row.note.stage}`)}
        </StatusWord>
      }
      onClose={onClose}
      foot={
        <>
          <ActionButton
            primary
            label={t('ready')}
            pending={ready.pending}
            disabled={
              off ?? (short ? t('short') : row.note.stage === 'ready' && !changed ? t('isReady') : null)
            }
            onClick={() => void keep(true)}
          />
          <ActionButton
            label={t('save')}
            pending={save.pending}
            disabled={off ?? (short ? t('short') : changed ? null : t('unchanged'))}
            onClick={() => void keep(false)}
          />
        </>
      }
    >
      <div className="pn-panel">
        {row.remarks !== '' && (
          <p className="pn-plain">
            <b>{t('remarks')}</b> {row.remarks}
          </p>
        )}
        <DraftNote draft={draft} />
        <AreaField
          label={t('text')}
          value={text}
          autoFocus
          maxLength={noteLength}
          disabled={off !== null}
          onChange={(value) => draft.put({ text: value })}
        />
        {failure && <InlineError failure={failure} onDismiss={save.failure ? save.dismiss : ready.dismiss} />}
        {row.note.by && row.note.at && (
          <p className="ops-muted pn-plain">
            {t('by', { name: row.note.by.name, at: formatInstant(row.note.at) })}
          </p>
        )}
      </div>
    </Panel>
  );
}
