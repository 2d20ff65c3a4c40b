import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { hasComment } from '#shared/streams/approvals/approval/approval.machine.ts';
import type { Failure } from '#web/live/failure.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
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
  const frame = useFrame();
  const { title, text, label, field, wrong, fits } = written[what];
  const draft = useDraft(`approval.${what}`, row.id, { text: '' });
  const value = draft.values.text;
  const [tried, setTried] = useState(false);
  useUnsaved(value !== '');
  const send = (): void => {
    setTried(true);
    if (fits(value)) void onSend({ [field]: value.trim() }).then((ok) => ok && draft.done());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={value !== ''}
      pending={pending}
      title={t(title, { ref: row.ref })}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {frame('cancel')}
          </Button>
          <Button color={what === 'rejectStep' ? 'danger' : 'accent'} loading={pending} onClick={send}>
            {t(`action.${what}`)}
          </Button>
        </>
      }
    >
      {what === 'answerInfo' && row.question && (
        <blockquote className="ap-quote">
          <b>{t('asked', { name: row.question.name })}</b>
          <br />
          {row.question.text}
        </blockquote>
      )}
      <Subject row={row} />
      {text && <p className="ap-plain">{t(text, { name: row.requester.name })}</p>}
      <DraftNote draft={draft} />
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      >
        <AreaField
          label={t(label)}
          value={value}
          rows={3}
          maxLength={500}
          required
          autoFocus
          onChange={(typed) => draft.put({ text: typed })}
          {...(what === 'answerInfo' ? {} : { hint: t('commentRule') })}
          error={failure?.field === field ? failure.message : tried && !fits(value) ? t(wrong) : null}
        />
      </div>
      {failure && failure.field !== field && <InlineError failure={failure} />}
    </Dialog>
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
  const frame = useFrame();
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
  const [tried, setTried] = useState(false);
  const delegating = what === 'delegate';
  useUnsaved(to !== null || reason !== '');
  const send = (): void => {
    setTried(true);
    const end = ends.find(({ key }) => key === until);
    if (!to || (delegating ? !end : reason.trim().length < 5)) return;
    const input = delegating
      ? { to: Number(to.value), until: new Date(end!.at).toISOString() }
      : { to: Number(to.value), reason: reason.trim() };
    void onSend(input).then((ok) => ok && draft.done());
  };
  const wrong = (field: string): string | null => (failure?.field === field ? failure.message : null);
  return (
    <Dialog
      open
      onClose={onClose}
      pending={pending}
      title={t(delegating ? 'delegateTitle' : 'reassignTitle', { ref: row.ref })}
      actions={
        <>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {frame('cancel')}
          </Button>
          <Button loading={pending} onClick={send}>
            {t(`action.${what}`)}
          </Button>
        </>
      }
    >
      <Subject row={row} />
      <p className="ap-plain">{t(delegating ? 'delegateText' : 'reassignText')}</p>
      <DraftNote draft={draft} />
      <LookupField
        label={t('to')}
        hint={t('toHint')}
        value={to}
        onChange={(chosen) => draft.put({ to: chosen })}
        find={findColleagues}
        required
        autoFocus
        error={wrong('to') ?? (tried && !to ? t('toMissing') : null)}
      />
      {delegating ? (
        <SelectField
          label={t('until2')}
          value={until}
          onChange={(chosen) => draft.put({ until: chosen })}
          required
          error={wrong('until')}
          choices={ends.map(({ key, at }) => ({
            value: key,
            label: `${t(key)} · ${formatMoment(at, opened)}`,
          }))}
        />
      ) : (
        <ReasonField
          draft={draft}
          label={t('comment')}
          hint={t('commentRule')}
          error={wrong('reason') ?? (tried && reason.trim().length < 5 ? t('commentShort') : null)}
        />
      )}
      {failure && !['to', 'until', 'reason'].includes(failure.field ?? '') && (
        <InlineError failure={failure} />
      )}
    </Dialog>
  );
}
