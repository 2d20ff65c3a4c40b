import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ApprovalAction } from '#shared/families/approval-actions.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { usePerson } from '#web/live/person.ts';
import type { Left } from '#web/live/rows.ts';
import { usePresence, usePresences } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age, Countdown } from '#web/parts/Age.tsx';
import { IconAlertTriangle, IconClock, IconEye } from '#web/parts/icons.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatMoment, formatMoney } from '#web/locales/formats.ts';
import { serverClock, useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame, useLanguage, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { Chain } from './Chain.tsx';
import { ApproveWithComment } from './ApproveWithComment.tsx';
import { rulesAfter } from './chain.ts';
import { stateTones } from './columns.tsx';
import { Evidence } from './Evidence.tsx';
import { aboutOf } from './evidence.ts';
import { givenValues } from './given-values.ts';
import { LowerAmount } from './LowerAmount.tsx';
import { clockRuns, isOpen, mayUndo, offered, warnAt, whyNot } from './stage.ts';
import type { Reason } from './stage.ts';
import type { Decisions } from './use-decisions.ts';
import { accepts, leadsTo, useApprovalMachine } from './use-machine.ts';
import type { ApprovalSnapshot } from './use-machine.ts';
import { hasEffectAhead, useFailing } from './use-status.ts';
import { useLabels } from './use-names.ts';
import { failureText } from './declaration.ts';
import { useApprovalTranslations } from './translations.ts';

export interface ApprovalPanelProps {
  readonly row: ApprovalRow;
  readonly kind: ApprovalKind;
  readonly feed: string;
  /** Set when the request left the list while it was open. */
  readonly left: Left | null;
  readonly leftGiven: string;
  /** It was over before it was opened here: why it ended, instead of how it left the list. */
  readonly closed?: string;
  readonly line: Reason | null;
  readonly decisions: Decisions;
  readonly subjectRoute: string | null;
  readonly onAct: (action: ApprovalAction) => void;
  readonly onClose: () => void;
}

export const actionKeys: Readonly<Partial<Record<ApprovalAction, string>>> = {
  approveStep: 'a',
  rejectStep: 'r',
  requestInfo: 'i',
  delegate: 'd',
};

/** One request: evidence on the left, consequences on the right, the decision at the bottom. */
export function ApprovalPanel(props: ApprovalPanelProps): ReactNode {
  const { row, kind, feed, left, line, decisions, onClose } = props;
  const t = useApprovalTranslations();
  const own = useTranslations(kind.name).t;
  const requests = useTranslations('approval').t;
  const effect = (verb: 'approve' | 'reject'): string =>
    own(
      `effect.${verb}.${row.reason}` in kind.translations.en
        ? `effect.${verb}.${row.reason}`
        : `effect.${verb}`,
    );
  const { name } = usePerson();
  const { send } = decisions;
  const snapshot = useApprovalMachine(row);
  const language = useLanguage();
  usePresence(feed, left ? null : row.id);

  const unread = !left && row.part === 'approver' && isOpen(row) && !row.readBy.includes(name);
  useEffect(() => {
    if (unread && line === null) void send(row, 'open');
    // oxlint-disable-next-line react/exhaustive-deps -- once for each request and step, not for each of its changes
  }, [row.id, row.step, unread, line === null]);

  const next = leadsTo(snapshot, 'approveStep') === 'inReview' ? rulesAfter(row) : null;
  const after =
    next &&
    new Intl.ListFormat(language, { type: next.mode === 'all' ? 'conjunction' : 'disjunction' }).format(
      next.of.map((one) => requests(`rule.${one}`)),
    );
  const fails = useFailing(
    row.id,
    row.version,
    kind.recheck === 'effect' && !left && line === null && hasEffectAhead(row),
  );
  const trouble =
    decisions.trouble?.id === row.id && decisions.trouble.command !== 'open' ? decisions.trouble : null;
  return (
    <Panel
      title={
        <>
          <span className="ops-code">{row.ref}</span> · {own('title')}
        </>
      }
      width={640}
      talk={{ stream: `approval-${row.id}`, title: row.ref }}
      streams={[`approval-${row.id}`, row.subject.stream]}
      onClose={onClose}
      foot={left ? undefined : <Decide {...props} snapshot={snapshot} />}
      aside={
        <StatusWord soft tone={left ? 'muted' : (stateTones[row.state] ?? 'muted')}>
          {left && props.closed === undefined ? t('off.over') : requests(`state.${String(snapshot.value)}`)}
        </StatusWord>
      }
    >
      <div className="ap-panel">
        {left && (
          <p className="ap-over" role="status">
            {props.closed === undefined
              ? `${t('over', { why: props.leftGiven })} ${t('stays')}`
              : t('closedAs', { why: props.closed })}
          </p>
        )}
        {fails && (
          <p className="ap-fails" role="status">
            <IconAlertTriangle size={16} aria-hidden="true" />{' '}
            {t('failsNow', { why: failureText(kind, language, fails) })}
          </p>
        )}
        {trouble && (
          <InlineError failure={trouble.failure} onRetry={decisions.retry} onDismiss={decisions.dismiss} />
        )}
        <div className="ap-evidence">
          <Prompted {...props} />
          <section>
            <h3>{t('changes')}</h3>
            <Evidence kind={kind} row={row} own={own} />
          </section>
          {row.question && (
            <section>
              <h3>{t('talk')}</h3>
              <blockquote className="ap-quote">
                <b>{t('asked', { name: row.question.name })}</b>{' '}
                <span className="ops-muted">
                  <Age at={row.question.at} long />
                </span>
                <br />
                {row.question.text}
              </blockquote>
              {row.answer ? (
                <blockquote className="ap-quote" data-answer>
                  <b>{row.requester.name}</b>{' '}
                  <span className="ops-muted">
                    <Age at={row.answer.at} long />
                  </span>
                  <br />
                  {row.answer.text}
                </blockquote>
              ) : (
                <p className="ap-plain ops-muted">{t('noAnswer')}</p>
              )}
            </section>
          )}
        </div>
        <div className="ap-follows">
          <Limit row={row} />
          {isOpen(row) && <AmountLimit row={row} after={after} />}
          {row.amount !== null && row.amountNow !== null && row.amountNow < row.amount && (
            <p className="ap-plain ops-figures">
              {t('lowered', { now: formatMoney(row.amountNow), from: formatMoney(row.amount) })}
            </p>
          )}
          {!left && <LowerAmount row={row} decisions={decisions} disabled={line && t(line.key)} />}
          {!left && kind.comment && (
            <ApproveWithComment row={row} decisions={decisions} disabled={line && t(line.key)} />
          )}
          <section>
            <h3>{t('way')}</h3>
            <Chain row={row} requests={requests} />
          </section>
          <section>
            <h3>{t('consequence')}</h3>
            <dl className="ap-consequence">
              <dt>{t('ifApproved')}</dt>
              <dd>
                {after && `${t('goesOn', { who: after })} `}
                {effect('approve')}
              </dd>
              <dt>{t('ifRejected')}</dt>
              <dd>{effect('reject')}</dd>
              {isOpen(row) && (
                <>
                  <dt>{t('ifNobody')}</dt>
                  <dd>{undecided(row, t)}</dd>
                </>
              )}
            </dl>
            <p className="ap-plain ops-muted">{t('undoNote')}</p>
          </section>
          <Readers row={row} feed={feed} me={name} />
        </div>
      </div>
    </Panel>
  );
}

/** What happens while nobody decides: the manager is called at the deadline, and the request expires. */
function undecided(row: ApprovalRow, t: Translate): string {
  const now = serverClock.now();
  const lapses = t('lapses', { time: formatMoment(row.expiresAt, now) });
  const called = clockRuns(row) && !row.escalated && row.dueAt < row.expiresAt;
  return called ? `${t('thenManager', { time: formatMoment(row.dueAt, now) })} ${lapses}` : lapses;
}

/** Up to which amount the current step decides, and who decides above it. */
function AmountLimit({ row, after }: { row: ApprovalRow; after: string | null }): ReactNode {
  const t = useApprovalTranslations();
  const upTo = row.rules[row.step - 1]?.upTo;
  if (upTo === undefined || row.amountNow === null) return null;
  const key = upTo === null ? 'limit.none' : upTo === 0 ? 'limit.checks' : 'limit.upTo';
  return (
    <p className="ap-plain ops-figures">
      {t(key, { limit: formatMoney(upTo ?? 0) })}
      {after &&
        upTo !== 0 &&
        row.amountNow > (upTo ?? row.amountNow) &&
        ` ${t('limit.above', { who: after })}`}
    </p>
  );
}

function Prompted({ row, kind, subjectRoute }: ApprovalPanelProps): ReactNode {
  const t = useApprovalTranslations();
  const place = usePlaceName();
  const about = aboutOf(kind, row, useLabels([row]));
  return (
    <section>
      <p className="ap-plain">
        <strong className="ops-strong">{row.requester.name}</strong> · <Age at={row.enteredAt} long />
        {row.pooId !== null && <> · {place(row.pooId)}</>}
      </p>
      <blockquote className="ap-quote">{row.text || t('noReason')}</blockquote>
      <p className="ap-plain">
        {t('subject')}{' '}
        {subjectRoute ? (
          <Link className="ap-link" to={subjectRoute} title={t('openSubject', { ref: row.subject.ref })}>
            {about}
          </Link>
        ) : (
          <bdi>{about}</bdi>
        )}
      </p>
    </section>
  );
}

function Limit({ row }: { row: ApprovalRow }): ReactNode {
  const t = useApprovalTranslations();
  const now = serverClock.now();
  return (
    <section className="ap-limit">
      {clockRuns(row) ? (
        <p className="ap-plain">
          <IconClock size={16} aria-hidden="true" />{' '}
          <Countdown until={row.dueAt} warnAt={new Date(warnAt(row)).toISOString()} />{' '}
          <span className="ops-muted">{t('due', { time: formatMoment(row.dueAt, now) })}</span>
        </p>
      ) : (
        <p className="ap-plain ops-muted">
          <IconClock size={16} aria-hidden="true" /> {t('dueStopped')}
        </p>
      )}
      <p className="ap-plain ops-muted">{t('expires', { time: formatMoment(row.expiresAt, now) })}</p>
      {row.escalated && (
        <p className="ap-plain ops-tone-warn">
          <IconAlertTriangle size={16} aria-hidden="true" /> {t('escalated')}
        </p>
      )}
    </section>
  );
}

/** Who opened it during this step, and who is viewing it now. */
function Readers({ row, feed, me }: { row: ApprovalRow; feed: string; me: string }): ReactNode {
  const t = useApprovalTranslations();
  const here = usePresences(feed).get(row.id) ?? [];
  const looking = here.map((one) => one.name).filter((name) => name !== me);
  const names = [...new Set(row.readBy)].map((name) => (name === me ? t('viewingYou') : name));
  if (names.length === 0 && looking.length === 0) return null;
  return (
    <p className="ap-plain ap-readers" role="status">
      <IconEye size={16} aria-hidden="true" />
      {[
        names.length === 0
          ? ''
          : names.join() === t('viewingYou')
            ? t('viewingOnlyYou')
            : t('viewing', { names: names.join(', ') }),
        looking.length > 0 ? t('looking', { names: [...new Set(looking)].join(', ') }) : '',
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

/** The decision bar: available actions, and why others are not available. */
function Decide({
  row,
  line,
  decisions,
  snapshot,
  onAct,
}: ApprovalPanelProps & { readonly snapshot: ApprovalSnapshot }): ReactNode {
  const t = useApprovalTranslations();
  const now = useServerSecond();
  const frame = useFrame();
  const pending = decisions.pending(row.id);
  if (row.undoUntil && accepts(snapshot, 'undoDecision') && mayUndo(row, now)) {
    const seconds = Math.max(0, Math.ceil((Date.parse(row.undoUntil) - now) / 1000));
    return (
      <ActionButton
        label={frame('undoIn', { seconds })}
        keys="z"
        primary
        pending={pending === 'undoDecision'}
        disabled={line && t(line.key)}
        onClick={() => onAct('undoDecision')}
      />
    );
  }
  return offered(row).map((action) => {
    const why = line ?? (accepts(snapshot, action) ? null : whyNot(row, action, now));
    const keys = actionKeys[action];
    return (
      <ActionButton
        key={action}
        label={t(`action.${action}`)}
        primary={action === 'approveStep' || action === 'answerInfo'}
        danger={action === 'rejectStep'}
        pending={pending === action}
        {...(keys ? { keys } : {})}
        disabled={why && t(why.key, givenValues(why))}
        onClick={() => onAct(action)}
      />
    );
  });
}
