import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { rxRef } from '#shared/streams/prescriptions/references.ts';
import type { UploadRow } from '#shared/feeds/upload-sessions.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Evidence } from '#web/parts/evidence/Evidence.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatCountdown, formatInstant, formatTime } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { PhoneLink } from './PhoneLink.tsx';
import { UploadPages } from './UploadPages.tsx';
import { useUploadTranslations } from './upload-translations.ts';

const stream = 'prescriptionuploadsession';
const gapMs = 30_000;

export interface UploadPanelProps {
  readonly row: UploadRow;
  readonly off: string | null;
  readonly onClose: () => void;
}

/** One session: its pages, from here or from a phone; the code; the hand-over. */
export function UploadPanel({ row, off, onClose }: UploadPanelProps): ReactNode {
  const t = useUploadTranslations();
  const place = usePlaceName();
  const over = row.stage === 'expired';
  const done = row.stage === 'submitted';
  const open = !over && !done;
  return (
    <Panel
      title={`${row.ref} ${row.patient}`}
      wide
      onClose={onClose}
      foot={open && <HandOver row={row} off={off} />}
      aside={<span className="ops-muted">{open && t('expires', { at: formatInstant(row.expiresAt) })}</span>}
    >
      {over ? (
        <EmptyState title={t('over')}>{t('overText', { patient: row.patient })}</EmptyState>
      ) : (
        <div className="up-work">
          <div className="up-side">
            <PersonHead
              name={row.patient}
              reference={row.patientRef}
              phone={row.phoneMasked}
              place={place(row.pooId)}
              details={[row.customerRef, t(`channel.${row.channel}`)]}
            />
            {done && (
              <p className="up-done">{t('done', { refs: row.prescriptionIds.map(rxRef).join(', ') })}</p>
            )}
            <UploadPages row={row} off={open ? off : t('stage.submitted')} />
            {open && <PhoneLink row={row} off={off} />}
            <Code row={row} off={open ? off : t('stage.submitted')} />
          </div>
          <div className="up-page">
            <Evidence files={row.files} through={`${stream}-${row.id}`} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function Code({ row, off }: { readonly row: UploadRow; readonly off: string | null }): ReactNode {
  const t = useUploadTranslations();
  const person = usePerson();
  const now = useServerSecond();
  const send = useCommand(stream, 'generateOtp');
  const check = useCommand(stream, 'verifyOtp');
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const { otp, consent, waiver, stage, lockedUntil } = row;
  if (consent && (stage === 'verified' || stage === 'submitted'))
    return (
      <section className="up-part">
        <h3>{t('code')}</h3>
        <p>
          {waiver
            ? t('waived', { by: waiver.by.name, reason: waiver.reason })
            : t('verified', { at: formatInstant(consent.at) })}
        </p>
      </section>
    );
  const wait = otp ? Math.ceil((Date.parse(otp.sentAt) + gapMs - now) / 1_000) : 0;
  const valid = otp ? Date.parse(otp.expiresAt) - now : 0;
  const locked = stage === 'locked' && lockedUntil !== null && Date.parse(lockedUntil) > now;
  const verify = async (): Promise<void> => {
    const answer = await check.run(row.id, { code: typed });
    setTyped('');
    if (!answer || answer['verified']) return setSaid(null);
    setSaid(
      answer['expired']
        ? t('expired')
        : answer['lockedUntil']
          ? null
          : t('wrong', { n: Number(answer['left'] ?? 0) }),
    );
  };
  const failure = check.failure ?? send.failure;
  const sendOff =
    off ??
    (locked && lockedUntil
      ? t('locked', { time: formatTime(lockedUntil) })
      : wait > 0
        ? t('waitMore', { s: wait })
        : null);
  return (
    <section className="up-part">
      <h3>{t('code')}</h3>
      <p className="ops-muted">{t('codeText', { phone: row.phoneMasked })}</p>
      {locked && lockedUntil && (
        <p className="ops-tone-danger">{t('locked', { time: formatTime(lockedUntil) })}</p>
      )}
      <form
        className="up-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.length === 6) void verify();
        }}
      >
        <Button
          variant="default"
          loading={send.pending}
          disabled={sendOff !== null}
          title={sendOff ?? undefined}
          onClick={() => {
            setSaid(null);
            check.dismiss();
            void send.run(row.id);
          }}
        >
          {wait > 0 ? t('waitMore', { s: wait }) : t(otp ? 'sendAgain' : 'send')}
        </Button>
        {stage === 'otpSent' && (
          <>
            <TextInput
              aria-label={t('typed')}
              placeholder="000000"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={typed}
              disabled={off !== null}
              classNames={{ input: 'up-code ops-code' }}
              onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
            />
            <Button type="submit" loading={check.pending} disabled={off !== null || typed.length !== 6}>
              {t('check')}
            </Button>
          </>
        )}
      </form>
      {stage === 'otpSent' && (
        <p className="ops-figures" role="status">
          {said ?? (valid > 0 ? t('expiresIn', { time: formatCountdown(valid) }) : t('expired'))}
          {otp?.left !== null &&
            otp?.left !== undefined &&
            said === null &&
            ` · ${t('left', { n: otp.left })}`}
        </p>
      )}
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            check.dismiss();
            send.dismiss();
          }}
        />
      )}
      {hasRight(person, 'Prescription/prescUploadOtpVerification:approve') &&
      row.openedById !== person.empId ? (
        <Waive row={row} off={off} />
      ) : (
        <AskWaiver row={row} off={off} />
      )}
    </section>
  );
}

/** A person who may not waive the code requests it from their team lead, who decides among the approvals. */
function AskWaiver({ row, off }: { readonly row: UploadRow; readonly off: string | null }): ReactNode {
  const t = useUploadTranslations();
  const { run, pending, failure, dismiss } = useCommand('teamrequest', 'raise');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    const details = { sessionId: Number(row.id) };
    if (!(await run('new', { what: 'otpWaiver', details, reason: reason.trim() }))) return;
    toast({ text: t('waiverAsked', { ref: row.ref }), tone: 'ok' });
    setAsked(false);
    setReason('');
  };
  if (!asked)
    return (
      <Button size="compact-xs" variant="subtle" disabled={off !== null} onClick={() => setAsked(true)}>
        {t('askWaiver')}
      </Button>
    );
  return (
    <div className="up-form">
      <AreaField label={t('waiveReason')} value={reason} required maxLength={200} onChange={setReason} />
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      <Button
        size="compact-sm"
        loading={pending}
        disabled={reason.trim().length < 10}
        onClick={() => void send()}
      >
        {t('askWaiver')}
      </Button>
    </div>
  );
}

function Waive({ row, off }: { readonly row: UploadRow; readonly off: string | null }): ReactNode {
  const t = useUploadTranslations();
  const waive = useCommand(stream, 'waiveOtp');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  if (!asked)
    return (
      <Button size="compact-xs" variant="subtle" disabled={off !== null} onClick={() => setAsked(true)}>
        {t('waive')}
      </Button>
    );
  return (
    <div className="up-form">
      <AreaField label={t('waiveReason')} value={reason} required maxLength={300} onChange={setReason} />
      {waive.failure && <InlineError failure={waive.failure} onDismiss={waive.dismiss} />}
      <Button
        size="compact-sm"
        loading={waive.pending}
        disabled={reason.trim().length < 10}
        onClick={() => void waive.run(row.id, { reason: reason.trim() })}
      >
        {t('waive')}
      </Button>
    </div>
  );
}

function HandOver({ row, off }: { readonly row: UploadRow; readonly off: string | null }): ReactNode {
  const t = useUploadTranslations();
  const submit = useCommand(stream, 'submit');
  const [caseType, setCaseType] = useState<'acute' | 'chronic'>('chronic');
  const [each, setEach] = useState(false);
  const send = async (): Promise<void> => {
    const documents = each
      ? row.files.map(({ fileId }) => ({ fileIds: [fileId], caseType }))
      : [{ fileIds: row.files.map(({ fileId }) => fileId), caseType }];
    const answer = await submit.run(row.id, { documents });
    if (answer)
      toast({
        text: t('done', { refs: (answer['prescriptionIds'] as readonly number[]).map(rxRef).join(', ') }),
        tone: 'ok',
      });
  };
  const why =
    off ?? (row.files.length === 0 ? t('needPages') : row.stage !== 'verified' ? t('needCode') : null);
  return (
    <div className="up-hand">
      <SelectField
        label={t('case')}
        value={caseType}
        required
        choices={(['acute', 'chronic'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(value) => setCaseType(value === 'acute' ? 'acute' : 'chronic')}
      />
      {row.files.length > 1 && (
        <SelectField
          label={t('documents')}
          value={each ? 'each' : 'one'}
          required
          choices={[
            { value: 'one', label: t('oneDocument') },
            { value: 'each', label: t('eachDocument') },
          ]}
          onChange={(value) => setEach(value === 'each')}
        />
      )}
      <ActionButton
        primary
        label={t('handOver')}
        pending={submit.pending}
        disabled={why}
        onClick={() => void send()}
      />
      {why && <span className="ops-muted">{why}</span>}
      {submit.failure && (
        <InlineError
          failure={submit.failure}
          onDismiss={submit.dismiss}
          {...(submit.failure.again ? { onRetry: () => void submit.retry() } : {})}
        />
      )}
    </div>
  );
}
