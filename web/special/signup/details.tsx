import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { ConsentKind } from '#shared/streams/customers/signup/fields.ts';
import { ageOn, consentKinds } from '#shared/streams/customers/signup/fields.ts';
import { copyText } from '#web/parts/copy.ts';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '#web/parts/icons.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatDate, formatInstant } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { useNames } from '#web/families/queue/places.ts';
import { usePanelTranslations } from './translations.ts';

const born = (dob: string | null, years: (n: number) => string): string =>
  dob ? `${formatDate(dob)} · ${years(ageOn(dob, businessDay(serverClock.now())))}` : '–';

/** Fields that a source may report although our forms would refuse them. */
const tolerated = [
  'applicant.name',
  'applicant.email',
  'applicant.secGrade',
  'address.line',
  'address.pincode',
  'patients.name',
] as const;

function RecordedEvent({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The applicant. Masked values are revealed on demand, on this screen only, and the access is audited. */
export function Applicant({
  record,
  answered,
  act,
  blocked,
  row,
}: SubjectPanelProps & { record: SignupCase }): ReactNode {
  const t = usePanelTranslations();
  const { language, place } = useNames();
  const [open, setOpen] = useState<Readonly<Record<string, string | null>> | null>(null);
  useEffect(() => {
    if (answered?.action === 'reveal') setOpen(answered.answer as unknown as Record<string, string | null>);
  }, [answered]);
  useEffect(() => setOpen(null), [record.applicant.phoneMasked, row.id]);
  const { applicant, address } = record;
  return (
    <section className="su-part">
      <h3>
        {t('applicant')}
        {open ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconEyeOff size={14} />}
            onClick={() => setOpen(null)}
          >
            {t('hide')}
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconEye size={14} />}
            title={blocked ?? t('audited')}
            aria-description={t('audited')}
            disabled={blocked !== null}
            onClick={() => act('reveal')}
          >
            {t('show')}
          </Button>
        )}
      </h3>
      {record.sourceFaults.length > 0 && (
        <p className="ops-tone-warn">
          {t('sourceFaults', {
            fields: tolerated
              .filter((one) => record.sourceFaults.some(({ field }) => field.replace(/\.\d+/, '') === one))
              .map((one) => t(`fault.${one}`))
              .join(', '),
          })}
        </p>
      )}
      <dl className="qu-dl su-dl">
        <RecordedEvent name={t('phone')}>
          <Secret shown={open?.['phone']} masked={applicant.phoneMasked} copy />
        </RecordedEvent>
        <RecordedEvent name={t('altPhone')}>
          <Secret shown={open?.['altPhone']} masked={applicant.altPhoneMasked} copy />
        </RecordedEvent>
        <RecordedEvent name={t('email')}>
          <Secret shown={open?.['email']} masked={applicant.emailMasked} />
        </RecordedEvent>
        <RecordedEvent name={t('dob')}>
          <span className="ops-figures">{born(applicant.dob, (n) => t('years', { n }))}</span>
        </RecordedEvent>
        <RecordedEvent name={t('gender')}>
          {applicant.gender ? t(`gender.${applicant.gender}`) : '–'}
        </RecordedEvent>
        <RecordedEvent name={t('language')}>
          {applicant.language ? language(applicant.language) : '–'}
        </RecordedEvent>
        <RecordedEvent name={t('address')}>
          <Secret shown={open?.['addressLine']} masked={address.lineMasked} />
        </RecordedEvent>
        <RecordedEvent name={t('pincode')}>
          <span className="ops-figures">{address.pincode ?? '–'}</span>
          {record.pooId !== null && <span className="ops-muted"> · {place(record.pooId)}</span>}
        </RecordedEvent>
        {record.rest.paymentRef && (
          <RecordedEvent name={t('payment')}>{record.rest.paymentRef}</RecordedEvent>
        )}
        {record.rest.prescriptionWaiver && (
          <RecordedEvent name={t('waiverGiven')}>{record.rest.prescriptionWaiver}</RecordedEvent>
        )}
      </dl>
    </section>
  );
}

function Secret({
  shown,
  masked,
  copy = false,
}: {
  shown: string | null | undefined;
  masked: string;
  copy?: boolean;
}): ReactNode {
  const frame = useFrame();
  const [copied, setCopied] = useState(false);
  if (shown === undefined) return masked ? <span className="ops-figures su-masked">{masked}</span> : '–';
  if (!shown) return '–';
  return (
    <span className="ops-figures su-shown">
      {shown}
      {copy && (
        <button
          type="button"
          className="su-copy"
          aria-label={`${frame('copy')} ${shown}`}
          onClick={() => void copyText(shown).then(setCopied)}
        >
          {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
        </button>
      )}
    </span>
  );
}

export function Patients({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelTranslations();
  return (
    <section className="su-part">
      <h3>
        {t('patients')} <span className="ops-muted ops-figures">{record.patients.length}</span>
      </h3>
      <ul className="su-list">
        {record.patients.map((patient, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- patients of a case have no other identity
          // than their place
          <li key={index}>
            <span className="ops-strong">{patient.name ?? '–'}</span>
            <span className="ops-muted">
              {' '}
              {patient.relation ? t(`relation.${patient.relation}`) : '–'} ·{' '}
              {patient.gender ? t(`gender.${patient.gender}`) : '–'} ·{' '}
              <span className="ops-figures">{born(patient.dob, (n) => t('years', { n }))}</span>
            </span>
            {(patient.diagnoses ?? []).length > 0 && (
              <span className="su-tags">
                {(patient.diagnoses ?? []).map((one) => (
                  <span key={one} className="su-tag">
                    {one}
                  </span>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Consents({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelTranslations();
  return (
    <section className="su-part">
      <h3>{t('consents')}</h3>
      <ul className="su-list">
        {consentKinds.map((kind: ConsentKind) => {
          const given = record.consents[kind];
          return (
            <li key={kind} className="su-consent">
              <StatusWord tone={given?.given ? 'ok' : 'warn'} dot>
                {t(`consent.${kind}`)}
              </StatusWord>
              <span className="ops-muted ops-figures">
                {given
                  ? given.given
                    ? `${t(`channel.${given.channel}`)} · ${formatInstant(given.at)} · ${given.version}`
                    : t('consentNo')
                  : t('consentNone')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
