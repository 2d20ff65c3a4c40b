import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import { hasComment } from '#shared/streams/approvals/approval/approval.machine.ts';
import { api } from '#web/live/api.ts';
import { AttemptKeys } from '#web/live/attempt-keys.ts';
import { failureOf } from '#web/live/failure.ts';
import { sendEach } from '#web/live/send-each.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { Reference } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { bulkText, chosenFor } from './bulk.ts';
import type { Result } from './bulk.ts';
import { failureText, kindOf } from './declaration.ts';
import { aboutOf, askedText, glanceOf } from './evidence.ts';
import type { Labels } from './evidence.ts';
import { outcomeOf, tally } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { bodyOf } from './use-decisions.ts';
import { givenValues } from './given-values.ts';
import { whyNot, type Reason } from './stage.ts';
import { useFailings, useStatuses } from './use-status.ts';
import { useLabels } from './use-names.ts';
import { useApprovalTranslations } from './translations.ts';

const isSettling = (state: ApprovalStatus['state'] | undefined): boolean =>
  state === 'pendingApply' || state === 'pendingReject';

/** Sends one command about a request; a failure is a result too. */
async function sendOne(
  keys: AttemptKeys,
  row: ApprovalRow,
  command: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Result> {
  try {
    await keys.send([row.id, command, body], (key) =>
      api.command('approval', row.id, command, body, { key }),
    );
    return { row, ok: true };
  } catch (error) {
    const { message, correlationId, again } = failureOf(error);
    return { row, ok: false, message, correlationId, again };
  }
}

export interface BulkDialogProps {
  readonly rows: readonly ApprovalRow[];
  readonly command: 'approveStep' | 'rejectStep';
  readonly onClose: () => void;
}

/**
 * Decides many requests, each on its own with its own idempotency key, and follows each until its effect
 * succeeded or failed.
 */
export function BulkDialog({ rows, command, onClose }: BulkDialogProps): ReactNode {
  const t = useApprovalTranslations();
  const labels = useLabels(rows);
  const rejects = command === 'rejectStep';
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [running, setRunning] = useState(false);
  const begun = running || results.size > 0;
  const fails = useFailings(
    rejects || begun ? [] : rows.filter(({ kind }) => kindOf(kind)?.recheck === 'effect').map(({ id }) => id),
  );
  const [sent, setSent] = useState<readonly ApprovalRow[] | null>(null);
  const { fit, failing, unfit, over } = chosenFor(rows, command, fails);
  const going = sent ?? fit;
  const [keys] = useState(() => new AttemptKeys());
  const draft = useDraft('approval.bulkReject', null, { comment: '' });
  const { comment } = draft.values;
  const text = useRef('');

  const decide = (row: ApprovalRow): Promise<Result> =>
    sendOne(keys, row, command, bodyOf(row, command, rejects ? { comment: text.current } : {}));
  /** Whether all were taken; else the comment stays as a draft while the rest can be sent again. */
  const go = async (which: readonly ApprovalRow[]): Promise<boolean> => {
    text.current = comment.trim();
    setSent((before) => before ?? which);
    setRunning(true);
    setResults((old) => new Map([...old].filter(([id]) => !which.some((row) => row.id === id))));
    let taken = 0;
    await sendEach(which, decide, (result) => {
      if (result.ok) taken += 1;
      setResults((old) => new Map(old).set(result.row.id, result));
    });
    setRunning(false);
    return taken === which.length;
  };

  const decided = [...results.values()].flatMap((result) => (result.ok ? [result.row.id] : []));
  const statuses = useStatuses(decided);
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [undoing, setUndoing] = useState(false);
  const endOf = (result: Result): Outcome =>
    outcomeOf(result, statuses.get(result.row.id) ?? null, undone.has(result.row.id));
  const undoable = [...results.values()]
    .filter((result) => isSettling(statuses.get(result.row.id)?.state) && endOf(result) === 'waits')
    .map(({ row }) => row);
  /** Once one was decided, the comment was used: it is nothing for the next requests. */
  const close = (): void => {
    if (decided.length > 0) draft.done();
    onClose();
  };
  const undoAll = async (): Promise<void> => {
    setUndoing(true);
    await sendEach(
      undoable,
      (row) => sendOne(keys, row, 'undoDecision', {}),
      ({ row, ok }) => ok && setUndone((before) => new Set([...before, row.id])),
    );
    setUndoing(false);
  };
  const failed = [...results.values()].filter((result) => !result.ok);
  const finished = begun && !running;
  const notSent = failed.filter((result) => !result.ok && result.again).map(({ row }) => row);
  const title = bulkText(t, rejects ? 'bulkTitleReject' : 'bulkTitleApprove', going.length, rows.length);
  const lines = (shown: readonly ApprovalRow[]): ReactNode => (
    <ul className="ap-results">
      {shown.map((row) => {
        const result = results.get(row.id) ?? null;
        return (
          <Line
            key={row.id}
            row={row}
            result={result}
            end={result && endOf(result)}
            why={statuses.get(row.id)?.why ?? null}
            begun={begun}
            fails={fails.get(row.id) ?? null}
            off={unfit.includes(row) ? whyNot(row, command, serverClock.now()) : null}
            labels={labels}
          />
        );
      })}
    </ul>
  );
  const all = [...fit, ...failing, ...unfit].toSorted((a, b) => rows.indexOf(a) - rows.indexOf(b));
  if (begun)
    return (
      <Dialog
        open
        onClose={close}
        pending={running}
        width={520}
        title={title}
        actions={
          <>
            {finished && notSent.length > 0 && (
              <Button variant="default" onClick={() => void go(notSent)}>
                {t('bulkAgain')}
              </Button>
            )}
            {finished && undoable.length > 0 && (
              <Button variant="default" loading={undoing} onClick={() => void undoAll()}>
                {t('bulkUndo', { count: undoable.length })}
              </Button>
            )}
            <Button data-autofocus disabled={running} onClick={close}>
              {t('bulkClose')}
            </Button>
          </>
        }
      >
        <p className="ap-plain ops-strong" role="status">
          {finished
            ? tally([...results.values()].map(endOf))
                .map(([end, count]) => t(`bulk.${end}`, { count }))
                .join(', ')
            : t('bulkRunning', { done: results.size, count: going.length })}
        </p>
        {lines(going)}
      </Dialog>
    );
  if (fit.length === 0)
    return (
      <Dialog
        open
        onClose={onClose}
        width={520}
        title={title}
        actions={
          <Button data-autofocus onClick={onClose}>
            {t('bulkClose')}
          </Button>
        }
      >
        <p className="ap-plain">{t('bulkNone')}</p>
        {lines(all)}
      </Dialog>
    );
  return (
    <SendDialog
      width={520}
      title={title}
      verb={bulkText(t, rejects ? 'bulkReject' : 'bulkApprove', going.length, rows.length)}
      danger={rejects}
      sending={{ pending: running, failure: null }}
      {...(rejects ? { draft } : {})}
      wrong={{ comment: rejects && !hasComment(comment) ? t('commentShort') : null }}
      send={() => go(fit)}
      // The results stay until they are read.
      onSent={() => undefined}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="ap-plain">
            {t('bulkText')} {over > 0 && t('bulkOver', { count: over })}{' '}
            {unfit.length > 0 && t('bulkUnfit', { count: unfit.length })}{' '}
            {failing.length > 0 && t('bulkFailing', { count: failing.length })}
          </p>
          {rejects && (
            <AreaField
              label={t('comment')}
              hint={t('commentRule')}
              value={comment}
              onChange={(typed) => draft.put({ comment: typed })}
              maxLength={500}
              required
              autoFocus
              error={error('comment')}
            />
          )}
          {lines(all)}
        </>
      )}
    </SendDialog>
  );
}

const tones: Readonly<Record<Outcome, Tone>> = {
  applied: 'ok',
  rejected: 'ok',
  next: 'info',
  waits: 'muted',
  undone: 'muted',
  failed: 'danger',
  gone: 'warn',
  refused: 'danger',
};

interface LineProps {
  readonly row: ApprovalRow;
  readonly result: Result | null;
  readonly end: Outcome | null;
  readonly why: string | null;
  readonly begun: boolean;
  readonly fails: string | null;
  /** Why this person cannot decide it. */
  readonly off: Reason | null;
  readonly labels: Labels;
}

/** One selected request: beforehand, why it is left out; afterwards, its result. */
function Line({ row, result, end, why, begun, fails, off, labels }: LineProps): ReactNode {
  const t = useApprovalTranslations();
  const kind = kindOf(row.kind);
  return (
    <li>
      <span className="ops-code">{row.ref}</span>
      <span className="ap-result-who">{row.requester.name}</span>
      <span className="ap-result-what">
        {kind && askedText(kind, labels.language)} · <bdi>{aboutOf(kind, row, labels)}</bdi> ·{' '}
        <bdi>{glanceOf(kind, row, labels)}</bdi>
      </span>
      {begun && (
        <StatusWord tone={end ? tones[end] : 'muted'} dot={end !== null}>
          {t(end ? `end.${end}` : 'bulkWaits')}
        </StatusWord>
      )}
      {off && !begun && <p className="ops-tone-warn">{t(off.key, givenValues(off))}</p>}
      {fails && !begun && (
        <p className="ops-tone-warn">{t('failsNow', { why: failureText(kind, labels.language, fails) })}</p>
      )}
      {end === 'failed' && why && <p>{failureText(kind, labels.language, why)}</p>}
      {result && !result.ok && (
        <p>
          {result.message} <Reference id={result.correlationId} />
        </p>
      )}
    </li>
  );
}
