import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { streamKey } from '#shared/core/event.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalAction, ApprovalRow } from '#shared/families/approval-feed.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Left, Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows, useLineUp } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { announce } from '#web/parts/announce.ts';
import { ask } from '#web/parts/ask.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot, HeldPill } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { SaidRows } from '#web/parts/grid/said-rows.ts';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoment } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame, useLanguage, useWords } from '#web/words/words.ts';
import { actionKeys, ApprovalPanel, saidValues } from './ApprovalPanel.tsx';
import './approval.css';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { gridColumns, inboxColumns } from './columns.tsx';
import { allKinds, kindOf } from './declaration.ts';
import { HandOnDialog, WriteDialog } from './dialogs.tsx';
import { SearchBox } from '#web/parts/list/ListHead.tsx';
import { Filters, PartFilter } from './Filters.tsx';
import { byUrgency, inPart, meant, parts, whyNot } from './standing.ts';
import type { Part, Reason } from './standing.ts';
import { UndoBars, undoable } from './UndoBars.tsx';
import { useDecisions } from './use-decisions.ts';
import type { Input } from './use-decisions.ts';
import { useAddress, useOpenRow } from './use-open-row.ts';
import { useApprovalWords } from './words.ts';

type LiveRow = ApprovalRow & Row;
const asks = ['rejectStep', 'askInfo', 'answerInfo', 'delegate', 'reassign'] as const;
type Asking = { readonly what: (typeof asks)[number]; readonly row: ApprovalRow };

const endOf = (row: ApprovalRow | undefined): number | undefined => (row?.undoUntil ? Date.parse(row.undoUntil) : undefined);

/** The one list of requests: every kind together, or one kind on its own route. */
export function ApprovalList({ kind }: { kind: ApprovalKind | null }): ReactNode {
  const t = useApprovalWords();
  const frame = useFrame();
  const language = useLanguage();
  const requests = useWords('approval').t;
  const own = useWords(kind?.name ?? 'family-approval').t;
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const up = useLineUp();
  const name = kind ? `approvals/${kind.name}` : 'approvals/inbox';
  const feed = useFeed<LiveRow>(name);
  const rows = useFeedRows(feed.rows) as readonly ApprovalRow[];
  const control = useGrid<ApprovalRow>();
  const { selected, gone } = useGridNow(control);
  const decisions = useDecisions();
  const { get, put } = useAddress();
  const [search, setSearch] = useState('');
  const [bulk, setBulk] = useState<{ readonly command: 'approveStep' | 'rejectStep'; readonly rows: readonly ApprovalRow[] } | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  const decider = person.admin || [...person.rights].some((right) => /^approvals\/.+:approve$/.test(right));
  const part: Part = parts.find((one) => one === get('part')) ?? (decider ? 'decide' : 'asked');
  const kindFilter = kind ? null : get('kind');
  const pooFilter = get('poo');
  const filtered = search !== '' || kindFilter !== null || pooFilter !== null;
  const filter = useCallback(
    (row: ApprovalRow) => inPart(row, part) && (kindFilter === null || row.kind === kindFilter) && (pooFilter === null || String(row.pooId) === pooFilter),
    [part, kindFilter, pooFilter],
  );
  const open = (id: string | null): void => put('id', id);

  const leftSays = useCallback(
    (left: Left): string => {
      const what = requests(left.why);
      const time = left.at ? formatMoment(left.at, serverClock.now()) : '';
      return left.by ? t('leftBy', { what, by: left.by, time }) : left.at ? t('leftAt', { what, time }) : what;
    },
    [requests, t],
  );
  const said = useMemo(() => new SaidRows<ApprovalRow>(feed.rows as never, leftSays), [feed.rows, leftSays]);
  const columns = useMemo(
    () =>
      gridColumns(kind ? kind.columns : inboxColumns.filter(({ key }) => key !== 'kind' || allKinds().length > 1), {
        own,
        t,
        requests,
        place,
        narrow,
        kind: kindOf,
        kindTitle: (of) => (kindOf(of)?.words[language].title as string | undefined) ?? of,
        says: { yes: frame('yes'), no: frame('no'), language },
      }),
    [kind, own, t, requests, place, narrow, language, frame],
  );
  const { id: openId, here, shown, left } = useOpenRow(feed.rows, get('id'), leftSays);

  const line: Reason | null = feed.standing === 'connecting' ? { key: 'off.connecting' } : feed.standing !== 'live' || !up ? { key: 'off.line' } : null;
  const reason = (row: ApprovalRow, action: ApprovalAction): string | null => {
    const why = whyNot(row, action, serverClock.now(), line);
    return why && t(why.key, saidValues(why));
  };
  const send = async (row: ApprovalRow, command: ApprovalAction, input: Input = {}): Promise<boolean> => {
    if ((await decisions.send(row, command, input)) !== null) return false;
    const words = t(`done.${command}`, { ref: row.ref, name: row.requester.name });
    if (command === 'approveStep' || command === 'rejectStep') announce(words); // the bar at the foot shows it
    else toast({ text: words, tone: 'ok' });
    return true;
  };
  const withdraw = async (row: ApprovalRow): Promise<void> => {
    if (await ask({ title: t('withdrawTitle', { ref: row.ref }), body: t('withdrawText'), yes: t('withdrawYes'), no: t('keepIt'), danger: true }))
      await send(row, 'withdraw');
  };
  const act = (action: ApprovalAction, row: ApprovalRow): void => {
    decisions.dismiss();
    const what = asks.find((one) => one === action);
    if (what) setAsking({ what, row });
    else void (action === 'withdraw' ? withdraw(row) : send(row, action));
  };
  // A rejection from a notification needs its reason: the request is here, the question is asked.
  const wantsReason = get('act') === 'reject' && feed.standing === 'live' ? (here ?? null) : null;
  const askReason = useEffectEvent((row: ApprovalRow) => {
    put('act', null);
    const why = reason(row, 'rejectStep');
    if (why) announce(why, 'assertive');
    else setAsking({ what: 'rejectStep', row });
  });
  useEffect(() => {
    if (wantsReason) askReason(wantsReason);
  }, [wantsReason]);
  const hand = (action: ApprovalAction) => (): void => {
    const row = meant(openId, here, control.current());
    if (!row) return announce(t(openId === null ? 'off.pick' : (line?.key ?? 'overPlain')));
    open(row.id);
    const why = reason(row, action);
    if (why) return announce(why, 'assertive');
    return act(action, row);
  };
  // The panel shows its request at once, the list in batches: what the panel shows as decided can be taken back at once too.
  const now = here ? rows.map((row) => (row.id === here.id ? here : row)) : rows;
  const undos = undoable(now, serverClock.now());
  const undoAll = async (): Promise<void> => {
    const failures = await Promise.all(undos.map((row) => decisions.send(row, 'undoDecision')));
    const count = failures.filter((failure) => failure === null).length;
    if (count > 0) toast({ text: t('done.undoAll', { count }), tone: 'ok' });
  };
  useCommands([
    ...(['approveStep', 'rejectStep', 'askInfo', 'delegate'] as const).map((action) => ({
      id: `approval.${action}`,
      label: t(`action.${action}`),
      keys: actionKeys[action]!,
      scope: action === 'rejectStep' && here ? ('panel' as const) : ('screen' as const),
      permitted: decider,
      disabled: here ? reason(here, action) : null,
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

  if (feed.standing === 'denied')
    return <DeniedState title={t('denied.title')}>{kind ? t('denied.text', { right: `approvals/${kind.entity}:view` }) : t('denied.inbox')}</DeniedState>;
  const panelKind = shown ? kindOf(shown.kind) : null;
  const subject = panelKind?.subjectScreen;
  const trouble = decisions.trouble;
  const none = feed.standing !== 'connecting' && !filtered && gone === 0 && !rows.some(filter);
  return (
    <div className="ap-screen">
      <div className="ap-bar">
        <PartFilter rows={rows} part={part} onChange={(one) => put('part', one)} />
        <SearchBox name="approval" label={t('find')} value={search} onChange={setSearch} />
        <Filters
          rows={rows}
          kinds={kind ? [] : allKinds()}
          kind={kindFilter}
          poo={pooFilter}
          onKind={(value) => put('kind', value)}
          onPoo={(value) => put('poo', value)}
        />
        <HeldPill control={control} />
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
              leftSaid={left ? leftSays(left) : ''}
              line={line}
              decisions={decisions}
              subjectRoute={subject && hasRight(person, subject.need) ? subject.route.replace('{id}', streamKey(shown.subject.stream)) : null}
              onAct={(action) => act(action, shown)}
              onClose={() => open(null)}
            />
          ) : openId !== null && feed.standing === 'live' ? (
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
            rows={said}
            order={byUrgency}
            filter={filter}
            search={search}
            multi
            filtered={filtered}
            status={feed.standing === 'connecting' ? 'loading' : 'ready'}
            onOpen={(row) => open(row.id)}
            onClick={(row) => open(row.id)}
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
        <GridFoot control={control} />
        {trouble && !asking && trouble.id !== shown?.id && (
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
      {asking &&
        (() => {
          const { what, row } = asking;
          const close = (): void => setAsking(null);
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
          return what === 'delegate' || what === 'reassign' ? <HandOnDialog what={what} {...parted} /> : <WriteDialog what={what} {...parted} />;
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
