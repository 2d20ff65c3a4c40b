import { ActionIcon, Button } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentLine, DocumentState } from '#shared/streams/documents/state.ts';
import {
  editOf,
  isAt,
  type DocumentAction,
  type DocumentDef,
  type DocumentRow,
} from '#shared/families/document.ts';
import { usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeedRow, useOnline, usePresence, type UsedFeed } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconArrowLeft, IconHistory } from '#web/parts/icons.ts';
import { IncompleteNote } from '#web/parts/IncompleteNote.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { TalkButton } from '#web/parts/TalkButton.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { DocumentLines } from './DocumentLines.tsx';
import { Files } from './Files.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { History } from './History.tsx';
import { holdsAny, lineOffers, offersFor, placesOf } from './offer.ts';
import { isEmpty } from './pending.ts';
import { PrintMenu } from './PrintMenu.tsx';
import { SaveMark } from './SaveMark.tsx';
import { StateLine } from './StateLine.tsx';
import { Totals } from './Totals.tsx';
import { useActions } from './use-actions.ts';
import { useRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

export interface DocumentPageProps {
  readonly def: DocumentDef;
  readonly own: Translate;
  readonly id: string;
  readonly feed: UsedFeed<DocumentRow & Row>;
  readonly onClose: () => void;
}

/** One document: its stage, its header, its lines and the available actions. */
export function DocumentPage({ def, own, id, feed, onClose }: DocumentPageProps): ReactNode {
  const t = useDocumentTranslations();
  const person = usePerson();
  const live = useFeedRow(feed.rows, id);
  const edit = useCallback(
    (state: DocumentState) =>
      editOf(
        def,
        state.stage,
        (need) => holdsAny(person, [need].flat()),
        (at) => isAt(state, at, placesOf(person)),
      ),
    [def, person],
  );
  const open = useRecord(def, id, edit, live?.version ?? null);
  usePresence(feed.name, live ? id : null, isEmpty(open.pending) ? 'viewing' : 'editing');
  if (open.loadFailure)
    return open.loadFailure.status === 404 ? (
      <EmptyState title={t('gone')} actions={<Button onClick={onClose}>{t('back')}</Button>} />
    ) : (
      <ErrorState failure={open.loadFailure} onRetry={() => void open.reload()} />
    );
  if (!open.shown) return <Skeleton rows={12} />;
  return (
    <Stage def={def} own={own} state={open.shown} edit={edit(open.shown)} open={open} onClose={onClose} />
  );
}

function Stage({
  def,
  own,
  state,
  edit,
  open,
  onClose,
}: {
  def: DocumentDef;
  own: Translate;
  state: DocumentState;
  edit: ReturnType<typeof editOf>;
  open: ReturnType<typeof useRecord>;
  onClose: () => void;
}): ReactNode {
  const t = useDocumentTranslations();
  const person = usePerson();
  const place = usePlaceName();
  const isKnown = person.poos.some(({ id }) => id === state.pooId);
  const up = useOnline();
  const [history, setHistory] = useState(false);
  const { asking, pending, failure, act, again, close, send } = useActions(def, own, state, open);
  const blocked = up ? null : t('off.line');
  const offered = offersFor(def, state, person, blocked, t);
  const { stage, pooId, alsoAt } = state;
  const lines = useMemo(
    () => lineOffers(def, { stage, pooId, ...(alsoAt ? { alsoAt } : {}) }, person),
    [def, stage, pooId, alsoAt, person],
  );
  const totals = useMemo(() => def.totals?.(state) ?? null, [def, state]);
  useCommands([
    { id: 'document.back', label: t('back'), keys: 'Escape', scope: 'screen', quiet: true, run: onClose },
    {
      id: 'document.save',
      label: t('saveNow'),
      keys: '$mod+s',
      scope: 'screen',
      inFields: true,
      permitted: edit !== null,
      run: () => void open.save(),
    },
    {
      id: 'document.history',
      label: t('history'),
      keys: 'h',
      scope: 'screen',
      run: () => setHistory(!history),
    },
    ...offered.flatMap(({ action, off }) =>
      action.key
        ? [
            {
              id: `document.${action.name}`,
              label: own(`action.${action.name}`),
              keys: action.key,
              scope: 'screen' as const,
              disabled: off,
              run: () => void act(action),
            },
          ]
        : [],
    ),
  ]);
  const canChange = edit?.command === 'change';
  const latest = useRef(act);
  latest.current = act;
  const onLineAction = useCallback(
    (action: DocumentAction, line: DocumentLine) => void latest.current(action, line),
    [],
  );
  return (
    <Beside
      panel={
        history ? (
          <Panel title={t('history')} onClose={() => setHistory(false)}>
            <History def={def} id={state.id} version={open.record?.version ?? 0} own={own} />
          </Panel>
        ) : undefined
      }
    >
      <article className="do-page" aria-label={`${own(def.print?.title?.(state) ?? 'one')} ${state.number}`}>
        <IncompleteNote streams={[`${def.stream.name}-${state.id}`]} />
        <header className="do-head">
          <ActionIcon aria-label={t('back')} aria-keyshortcuts="Escape" onClick={onClose}>
            <IconArrowLeft size={18} />
          </ActionIcon>
          <h2>
            <span className="ops-code">{state.number}</span>{' '}
            <span className="ops-muted">{isKnown ? place(state.pooId) : state.place.code}</span>
          </h2>
          <StateLine def={def} state={state} own={own} />
          <div className="do-tools">
            {edit && <SaveMark open={open} own={own} />}
            <TalkButton stream={`${def.stream.name}-${state.id}`} title={state.number} />
            <PrintMenu def={def} state={state} own={own} open={open} />
            <Button
              variant="default"
              leftSection={<IconHistory size={16} />}
              aria-pressed={history}
              onClick={() => setHistory(!history)}
            >
              {t('history')}
            </Button>
          </div>
        </header>
        <HeaderFields def={def} state={state} edit={edit} own={own} open={open} />
        {failure && !asking && <InlineError failure={failure} onDismiss={close} />}
        {again && !asking && (
          <Button size="compact-sm" className="do-add" onClick={again}>
            {t('sendAgain')}
          </Button>
        )}
        <DocumentLines
          def={def}
          own={own}
          state={state}
          edit={edit}
          open={open}
          actions={lines}
          onAction={onLineAction}
        />
        <footer className="do-foot">
          <Totals totals={totals} lines={state.lines.length} />
          {def.files && (
            <Files
              def={def}
              state={state}
              open={open}
              canAttach={!def.life.final.has(state.stage)}
              canDetach={canChange}
            />
          )}
          <div className="do-actions">
            {offered.map(({ action, off }) => (
              <ActionButton
                key={action.name}
                label={own(`action.${action.name}`)}
                {...(action.key ? { keys: action.key } : {})}
                primary={action.primary ?? false}
                danger={action.danger ?? false}
                pending={pending === action.name}
                disabled={off}
                onClick={() => void act(action)}
              />
            ))}
          </div>
        </footer>
        {asking && (
          <ActionDialog
            title={`${own(`action.${asking.action.name}`)} · ${state.number}`}
            verb={own(`action.${asking.action.name}`)}
            draft={[
              `${def.stream.name}.${asking.action.command}`,
              asking.line ? `${state.id}.${asking.line.id}` : state.id,
            ]}
            fields={asking.action.inputs ?? []}
            danger={asking.action.danger ?? false}
            own={own}
            pending={pending !== null}
            failure={failure}
            label={({ name }) => own(`ask.${name}`)}
            about={{
              pooId: state.pooId,
              supplierId: null,
              productId: asking.line && 'productId' in asking.line ? Number(asking.line.productId) : null,
            }}
            onSend={(values) =>
              send(asking.action, asking.line ? { lineId: asking.line.id, ...values } : values)
            }
            onClose={close}
          />
        )}
      </article>
    </Beside>
  );
}
