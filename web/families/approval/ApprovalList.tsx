import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { streamKey } from '#shared/core/event.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalAction } from '#shared/families/approval-actions.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { PersonHere } from '#web/live/person.ts';
import type { Left, Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { announce } from '#web/parts/announce.ts';
import { prompt } from '#web/parts/prompt.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot, LeasePill } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { DescribedRows } from '#web/parts/grid/said-rows.ts';
import { useSoFar } from '#web/parts/grid/use-so-far.ts';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame, useLanguage, useTranslations } from '#web/locales/translations.ts';
import { actionKeys, ApprovalPanel } from './ApprovalPanel.tsx';
import { givenValues } from './given-values.ts';
import './approval.css';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { gridColumns, inboxColumns } from './columns.tsx';
import { allKinds, decides, failureText, kindOf, kindsOn } from './declaration.ts';
import { askedText } from './evidence.ts';
import { HandOnDialog, WriteDialog } from './dialogs.tsx';
import { SearchBox } from '#web/parts/list/ListHead.tsx';
import { Filters, PartFilter } from './Filters.tsx';
import { byUrgency, inPart, parts, whyNot } from './stage.ts';
import type { Part, Reason } from './stage.ts';
import { meant } from './stage.ts';
import { UndoBars, undoable } from './UndoBars.tsx';
import { useDecisions } from './use-decisions.ts';
import type { Input } from './use-decisions.ts';
import { useLabels } from './use-names.ts';
import { useAddress, useOpenRow } from './use-open-row.ts';
import { useOver } from './use-status.ts';
import { useApprovalTranslations } from './translations.ts';

type LiveRow = ApprovalRow & Row;
const inputs = ['rejectStep', 'requestInfo', 'answerInfo', 'delegate', 'reassign'] as const;
type Prompting = { readonly what: (typeof inputs)[number]; readonly row: ApprovalRow };

const endOf = (row: ApprovalRow | undefined): number | undefined =>
  row?.undoUntil ? Date.parse(row.undoUntil) : undefined;

/** A request that was over before it was opened: how it left the list is not known. */
const closedLeft: Left = { why: '', by: null, at: null };

/** Where the subject of a request opens, for a person who may open it. */
function subjectRouteOf(
  row: ApprovalRow,
  { subjectScreen }: ApprovalKind,
  person: PersonHere,
): string | null {
  return subjectScreen && hasRight(person, subjectScreen.need)
    ? subjectScreen.route.replace('{id}', streamKey(row.subject.stream))
    : null;
}

/** The list of requests: of all kinds together, or of one kind on its own route. */
export function ApprovalList({ kind }: { kind: ApprovalKind | null }): ReactNode {
  const t = useApprovalTranslations();
  const frame = useFrame();
  const language = useLanguage();
  const requests = useTranslations('approval').t;
  const own = useTranslations(kind?.name ?? 'family-approval').t;
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const up = useOnline();
  const name = kind ? `approvals/${kind.name}` : 'approvals/inbox';
  const feed = useFeed<LiveRow>(name);
  const rows = useFeedRows(feed.rows) as readonly ApprovalRow[];
  const { complete, soFar } = useSoFar(feed.rows);
  const control = useGrid<ApprovalRow>();
  const { selected, gone } = useGridNow(control);
  const decisions = useDecisions();
  const { get, put } = useAddress();
  const [search, setSearch] = useState('');
  const [bulk, setBulk] = useState<{
    readonly command: 'approveStep' | 'rejectStep';
    readonly rows: readonly ApprovalRow[];
  } | null>(null);
  const [prompting, setPrompting] = useState<Prompting | null>(null);

  const decider = decides(person);
  const part: Part = parts.find((one) => one === get('part')) ?? (decider ? 'decide' : 'asked');
  const listed = useMemo(() => (kind ? kindsOn(kind) : allKinds()), [kind]);
  const kindFilter = listed.length > 1 ? get('kind') : null;
  const pooFilter = get('poo');
  const filtered = search !== '' || kindFilter !== null || pooFilter !== null;
  const filter = useCallback(
    (row: ApprovalRow) =>
      inPart(row, part) &&
      (kindFilter === null || row.kind === kindFilter) &&
      (pooFilter === null || String(row.pooId) === pooFilter),
    [part, kindFilter, pooFilter],
  );
  const open = (id: string | null): void => put('id', id);

  const leftTexts = useCallback(
    (left: Left): string => {
      const what = requests(left.why);
      const time = left.at ? formatMoment(left.at, serverClock.now()) : '';
      return left.by
        ? t('leftBy', { what, by: left.by, time })
        : left.at
          ? t('leftAt', { what, time })
          : what;
    },
    [requests, t],
  );
  const text = useMemo(
    () => new DescribedRows<ApprovalRow>(feed.rows as never, leftTexts),
    [feed.rows, leftTexts],
  );
  const labels = useLabels(rows);
  const columns = useMemo(
    () =>
      gridColumns(
        kind ? kind.columns : inboxColumns.filter(({ name }) => name !== 'kind' || allKinds().length > 1),
        {
          own,
          t,
          requests,
          place,
          narrow,
          mixed: listed.length > 1,
          kind: kindOf,
          kindTitle: (of) => {
            const one = kindOf(of);
            return one ? askedText(one, language) : of;
          },
          labels,
        },
      ),
    [kind, listed, own, t, requests, place, narrow, language, labels],
  );
  const { id: openId, here, shown, left } = useOpenRow(feed.rows, get('id'), leftTexts);

  const closed = useOver(shown === null && complete && feed.condition === 'live' ? openId : null);
  const endText = ({ state, why, over }: ApprovalStatus): string =>
    why === null
      ? requests(`state.${state}`)
      : `${requests(`state.${state}`)}, ${failureText(kindOf(over?.kind ?? ''), language, why)}`;

  const line: Reason | null =
    feed.condition === 'connecting'
      ? { key: 'off.connecting' }
      : feed.condition !== 'live' || !up
        ? { key: 'off.line' }
        : null;
  const reason = (row: ApprovalRow, action: ApprovalAction): string | null => {
    const why = whyNot(row, action, serverClock.now(), line);
    return why && t(why.key, givenValues(why));
  };
  const send = async (row: ApprovalRow, command: ApprovalAction, input: Input = {}): Promise<boolean> => {
    if ((await decisions.send(row, command, input)) !== null) return false;
    const translations = t(`done.${command}`, { ref: row.ref, name: row.requester.name });
    if (command === 'approveStep' || command === 'rejectStep') announce(translations); // the bar at the foot shows it
    else toast({ text: translations, tone: 'ok' });
    return true;
  };
  const withdraw = async (row: ApprovalRow): Promise<void> => {
    if (
      await prompt({
        title: t('withdrawTitle', { ref: row.ref }),
        body: t('withdrawText'),
        yes: t('withdrawYes'),
        no: t('keepIt'),
        danger: true,
      })
    )
      await send(row, 'withdraw');
  };
  const act = (action: ApprovalAction, row: ApprovalRow): void => {
    decisions.dismiss();
    const what = inputs.find((one) => one === action);
    if (what) setPrompting({ what, row });
    else void (action === 'withdraw' ? withdraw(row) : send(row, action));
  };
  // A rejection from a push notification still needs its reason: open the dialog once the request has loaded.
  const wantsReason = get('act') === 'reject' && feed.condition === 'live' ? (here ?? null) : null;
  const promptReason = useEffectEvent((row: ApprovalRow) => {
    put('act', null);
    const why = reason(row, 'rejectStep');
    if (why) announce(why, 'assertive');
    else setPrompting({ what: 'rejectStep', row });
  });
  useEffect(() => {
    if (wantsReason) promptReason(wantsReason);
  }, [wantsReason]);
  const hand = (action: ApprovalAction) => (): void => {
    // The focus may also be on the box of a row that the grid does not call its own focused one.
    const focusedId = document.activeElement?.closest('.ag-row')?.getAttribute('row-id') ?? null;
    const focused = focusedId === null ? null : (feed.rows.get(focusedId) ?? null);
    const { decides: row, shows } = meant(openId, here, focused ?? control.current(), focused !== null);
    if (shows) {
      open(shows.id);
      return announce(t('nowShown', { ref: shows.ref, name: shows.requester.name }), 'assertive');
    }
    if (!row) return announce(t(openId === null ? 'off.pick' : (line?.key ?? 'overPlain')));
    open(row.id);
    const why = reason(row, action);
    if (why) return announce(why, 'assertive');
    return act(action, row);
  };
  // The panel updates immediately, the list in batches: a decision shown in the panel must be undoable at
  // once.
  const now = here ? rows.map((row) => (row.id === here.id ? here : row)) : rows;
  const undos = undoable(now, serverClock.now());
  const undoAll = async (): Promise<void> => {
    const failures = await Promise.all(undos.map((row) => decisions.send(row, 'undoDecision')));
    const count = failures.filter((failure) => failure === null).length;
    if (count > 0) toast({ text: t('done.undoAll', { count }), tone: 'ok' });
  };
  useCommands([
    ...(['approveStep', 'rejectStep', 'requestInfo', 'delegate'] as const).map((action) => ({
      id: `approval.${action}`,
      label: t(`action.${action}`),
      keys: actionKeys[action]!,
      scope: action === 'rejectStep' && here ? ('panel' as const) : ('screen' as const),
      permitted: decider,
      disabled:
        selected.length > 1
          ? t('off.several', { count: selected.length })
          : here
            ? reason(here, action)
            : null,
      run: hand(action),
    })),
    {
      id: 'approval.undoAll',
      label: t('undoAll'),
      keys: 'Shift+Z',
      scope: 'screen',
      permitted: undos.length > 1,
      until: endOf(undos[1]),
      run: () => void undoAll(),
    },
    {
      id: 'approval.undo',
      label: t('action.undoDecision'),
      keys: 'z',
      scope: 'screen',
      permitted: undos.length > 0,
      until: endOf(undos[0]),
      run: () => undos[0] && void send(undos[0], 'undoDecision'),
    },
  ]);

  if (feed.condition === 'denied')
    return (
      <DeniedState title={t('denied.title')}>
        {feed.message || (kind ? undefined : t('denied.inbox'))}
      </DeniedState>
    );
  const panelKind = shown ? kindOf(shown.kind) : null;
  const closedKind = closed && kindOf(closed.over!.kind);
  const trouble = decisions.trouble;
  const none = complete && !filtered && gone === 0 && !rows.some(filter);
  return (
    <div className="ap-screen">
      <div className="ap-bar">
        <PartFilter rows={rows} known={complete} part={part} onChange={(one) => put('part', one)} />
        <SearchBox name="approval" label={t('find')} value={search} onChange={setSearch} />
        <Filters
          rows={rows}
          kinds={listed}
          kind={kindFilter}
          poo={pooFilter}
          onKind={(value) => put('kind', value)}
          onPoo={(value) => put('poo', value)}
        />
        <LeasePill control={control} />
        <div className="ap-bar-end">
          <Freshness {...feed.freshness} />
          <ColumnChooser control={control} />
        </div>
      </div>
      <BulkBar
        rows={selected.flatMap((id) => feed.rows.get(id) ?? [])}
        off={line && t(line.key)}
        onDecide={(command, chosen) => setBulk({ command, rows: chosen })}
        onNone={() => control.selectAll([])}
      />
      <Beside
        panel={
          shown && panelKind ? (
            <ApprovalPanel
              key={shown.id}
              row={shown}
              kind={panelKind}
              feed={name}
              left={left}
              leftGiven={left ? leftTexts(left) : ''}
              line={line}
              decisions={decisions}
              subjectRoute={subjectRouteOf(shown, panelKind, person)}
              onAct={(action) => act(action, shown)}
              onClose={() => open(null)}
            />
          ) : closed && closedKind ? (
            <ApprovalPanel
              key={openId}
              row={closed.over!}
              kind={closedKind}
              feed={name}
              left={closedLeft}
              leftGiven=""
              closed={endText(closed)}
              line={line}
              decisions={decisions}
              subjectRoute={subjectRouteOf(closed.over!, closedKind, person)}
              onAct={() => undefined}
              onClose={() => open(null)}
            />
          ) : openId !== null && complete && feed.condition === 'live' ? (
            <Panel title={t('off.over')} onClose={() => open(null)}>
              <EmptyState title={t('overPlain')}>{t('overText')}</EmptyState>
            </Panel>
          ) : null
        }
      >
        <div className="ap-list">
          <Grid
            control={control}
            label={t('list')}
            columns={columns}
            rows={text}
            sort={byUrgency}
            filter={filter}
            search={search}
            multi
            twoLines={narrow}
            filtered={filtered}
            {...(soFar ? { arriving: soFar } : {})}
            status={!complete && rows.length === 0 ? 'loading' : 'ready'}
            onOpen={(row) => open(row.id)}
            onClick={(row) => open(row.id)}
            onMove={(row) => openId !== null && open(row.id)}
            selectedId={openId}
            noMatchActions={
              <ActionButton
                label={frame('grid.clearFilters')}
                onClick={() => {
                  setSearch('');
                  put('kind', null);
                  put('poo', null);
                }}
              />
            }
          />
          {none && (
            <div className="ap-none">
              <EmptyState title={t(`empty.${part}`)}>{t(`empty.${part}Text`)}</EmptyState>
            </div>
          )}
        </div>
        <GridFoot control={control} arriving={soFar} />
        {trouble && !prompting && trouble.id !== shown?.id && (
          <div className="ap-trouble">
            <InlineError failure={trouble.failure} onRetry={decisions.retry} onDismiss={decisions.dismiss} />
          </div>
        )}
        <UndoBars
          rows={now}
          off={line && t(line.key)}
          pending={(id) => decisions.pending(id) === 'undoDecision'}
          onUndo={(row) => void send(row, 'undoDecision')}
          onUndoAll={() => void undoAll()}
        />
      </Beside>
      {prompting &&
        (() => {
          const { what, row } = prompting;
          const close = (): void => setPrompting(null);
          const parted = {
            row,
            pending: decisions.pending(row.id) === what,
            failure: trouble?.id === row.id && trouble.command === what ? trouble.failure : null,
            onSend: async (input: Input) => {
              const ok = await send(row, what, input);
              if (ok) close();
              return ok;
            },
            onClose: () => {
              decisions.dismiss();
              close();
            },
          };
          return what === 'delegate' || what === 'reassign' ? (
            <HandOnDialog what={what} {...parted} />
          ) : (
            <WriteDialog what={what} {...parted} />
          );
        })()}
      {bulk && (
        <BulkDialog
          rows={bulk.rows}
          command={bulk.command}
          onClose={() => {
            setBulk(null);
            control.selectAll([]);
          }}
        />
      )}
    </div>
  );
}
