import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { hasComment } from '#shared/streams/approvals/approval/approval.machine.ts';
import type { Failure } from '#web/live/failure.ts';
import type { Choice } from '#web/parts/field/field.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import { kindOf } from './declaration.ts';
import { aboutOf } from './evidence.ts';
import type { Input } from './use-decisions.ts';
import { useLabels } from './use-names.ts';
import { useApprovalTranslations } from './translations.ts';

export interface DialogProps {
  readonly row: ApprovalRow;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Resolves with whether it succeeded. */
  readonly onSend: (input: Input) => Promise<boolean>;
  readonly onClose: () => void;
}

type Written = 'rejectStep' | 'requestInfo' | 'answerInfo';
const written: Readonly<
  Record<
    Written,
    {
      readonly title: string;
      readonly text: string | null;
      readonly label: string;
      readonly field: string;
      readonly wrong: string;
      readonly fits: (text: string) => boolean;
    }
  >
> = {
  rejectStep: {
    title: 'rejectTitle',
    text: 'rejectText',
    label: 'comment',
    field: 'comment',
    wrong: 'commentShort',
    fits: hasComment,
  },
  requestInfo: {
    title: 'askTitle',
    text: 'askText',
    label: 'question',
    field: 'question',
    wrong: 'commentShort',
    fits: hasComment,
  },
  answerInfo: {
    title: 'answerTitle',
    text: null,
    label: 'answer',
    field: 'answer',
    wrong: 'answerShort',
    fits: (text) => text.trim().length > 0,
  },
};

/** Who asks, and about whom or what. */
function Subject({ row }: { readonly row: ApprovalRow }): ReactNode {
  const labels = useLabels([row]);
  return (
    <p className="ap-plain">
      <strong className="ops-strong">{row.requester.name}</strong> ·{' '}
      <bdi>{aboutOf(kindOf(row.kind), row, labels)}</bdi>
    </p>
  );
}

/**
 * Asks for a text: reason for rejecting, question, answer. The input is kept until it is sent or discarded.
 */
export function WriteDialog({
  what,
  row,
  pending,
  failure,
  onSend,
  onClose,
}: DialogProps & { readonly what: Written }): ReactNode {
  const t = useApprovalTranslations();
  const { title, text, label, field, wrong, fits } = written[what];
  const draft = useDraft(`approval.${what}`, row.id, { text: '' });
  const value = draft.values.text;
  useUnsaved(value !== '');
  return (
    <SendDialog
      title={t(title, { ref: row.ref })}
      verb={t(`action.${what}`)}
      danger={what === 'rejectStep'}
      sending={{ pending, failure }}
      draft={draft}
      wrong={{ [field]: fits(value) ? null : t(wrong) }}
      send={() => onSend({ [field]: value.trim() })}
      onClose={onClose}
    >
      {(error) => (
        <>
          {what === 'answerInfo' && row.question && (
            <blockquote className="ap-quote">
              <b>{t('asked', { name: row.question.name })}</b>
              <br />
              {row.question.text}
            </blockquote>
          )}
          <Subject row={row} />
          {text && <p>{t(text, { name: row.requester.name })}</p>}
          <AreaField
            label={t(label)}
            value={value}
            rows={3}
            maxLength={500}
            required
            autoFocus
            onChange={(typed) => draft.put({ text: typed })}
            {...(what === 'answerInfo' ? {} : { hint: t('commentRule') })}
            error={error(field)}
          />
        </>
      )}
    </SendDialog>
  );
}

/** Possible ends of a delegation in the future, the request's own end last. */
export function untilChoices(
  now: number,
  expiresAt: string,
): readonly { readonly key: string; readonly at: number }[] {
  const today = businessDay(now);
  const end = Date.parse(expiresAt);
  const days = [
    { key: 'until.twoHours', at: now + 2 * 3_600_000 },
    { key: 'until.today', at: instantOf(today, '20:00') },
    { key: 'until.tomorrow', at: instantOf(addDays(today, 1), '20:00') },
  ];
  return [...days.filter(({ at }) => at > now && at < end), { key: 'until.expiry', at: end }];
}

/** Lets another person decide: delegate for a while, or reassign for good. */
export function HandOnDialog({
  what,
  row,
  pending,
  failure,
  onSend,
  onClose,
}: DialogProps & { readonly what: 'delegate' | 'reassign' }): ReactNode {
  const t = useApprovalTranslations();
  const [opened] = useState(() => serverClock.now());
  const ends = untilChoices(opened, row.expiresAt);
  const draft = useDraft<{ to: Choice | null; until: string | null; reason: string }>(
    `approval.${what}`,
    row.id,
    {
      to: null,
      until: ends[0]!.key,
      reason: '',
    },
  );
  const { to, until, reason } = draft.values;
  const delegating = what === 'delegate';
  const end = ends.find(({ key }) => key === until);
  useUnsaved(to !== null || reason !== '');
  return (
    <SendDialog
      title={t(delegating ? 'delegateTitle' : 'reassignTitle', { ref: row.ref })}
      verb={t(`action.${what}`)}
      sending={{ pending, failure }}
      draft={draft}
      wrong={{
        to: to === null && t('toMissing'),
        until: delegating && !end,
        reason: !delegating && reason.trim().length < 5 && t('commentShort'),
      }}
      send={() =>
        onSend(
          delegating
            ? { to: Number(to?.value), until: end && new Date(end.at).toISOString() }
            : { to: Number(to?.value), reason: reason.trim() },
        )
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <Subject row={row} />
          <p>{t(delegating ? 'delegateText' : 'reassignText')}</p>
          <LookupField
            label={t('to')}
            hint={t('toHint')}
            value={to}
            onChange={(chosen) => draft.put({ to: chosen })}
            find={findColleagues}
            required
            autoFocus
            error={error('to')}
          />
          {delegating ? (
            <SelectField
              label={t('until2')}
              value={until}
              onChange={(chosen) => draft.put({ until: chosen })}
              required
              error={error('until')}
              choices={ends.map(({ key, at }) => ({
                value: key,
                label: `${t(key)} · ${formatMoment(at, opened)}`,
              }))}
            />
          ) : (
            <ReasonField draft={draft} label={t('comment')} hint={t('commentRule')} error={error('reason')} />
          )}
        </>
      )}
    </SendDialog>
  );
}
