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
import { formatDate, formatInstant } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame } from '#web/words/words.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { useNames } from '#web/families/queue/places.ts';
import { usePanelWords } from './words.ts';

const born = (dob: string | null, years: (n: number) => string): string =>
  dob ? `${formatDate(dob)} · ${years(ageOn(dob, businessDay(serverClock.now())))}` : '–';

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who it is. What is hidden is shown on demand, to this screen only; that it was looked at is written down. */
export function Applicant({ record, answered, act, blocked, row }: SubjectPanelProps & { record: SignupCase }): ReactNode {
  const t = usePanelWords();
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
          <Button size="compact-xs" variant="subtle" leftSection={<IconEyeOff size={14} />} onClick={() => setOpen(null)}>
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
      <dl className="qu-dl su-dl">
        <Fact name={t('phone')}>
          <Secret shown={open?.['phone']} masked={applicant.phoneMasked} copy />
        </Fact>
        <Fact name={t('altPhone')}>
          <Secret shown={open?.['altPhone']} masked={applicant.altPhoneMasked} copy />
        </Fact>
        <Fact name={t('email')}>
          <Secret shown={open?.['email']} masked={applicant.emailMasked} />
        </Fact>
        <Fact name={t('dob')}>
          <span className="ops-figures">{born(applicant.dob, (n) => t('years', { n }))}</span>
        </Fact>
        <Fact name={t('gender')}>{applicant.gender ? t(`gender.${applicant.gender}`) : '–'}</Fact>
        <Fact name={t('language')}>{applicant.language ? language(applicant.language) : '–'}</Fact>
        <Fact name={t('address')}>
          <Secret shown={open?.['addressLine']} masked={address.lineMasked} />
        </Fact>
        <Fact name={t('pincode')}>
          <span className="ops-figures">{address.pincode ?? '–'}</span>
          {record.pooId !== null && <span className="ops-muted"> · {place(record.pooId)}</span>}
        </Fact>
        {record.rest.paymentRef && <Fact name={t('payment')}>{record.rest.paymentRef}</Fact>}
        {record.rest.prescriptionWaiver && <Fact name={t('waiverGiven')}>{record.rest.prescriptionWaiver}</Fact>}
      </dl>
    </section>
  );
}

function Secret({ shown, masked, copy = false }: { shown: string | null | undefined; masked: string; copy?: boolean }): ReactNode {
  const frame = useFrame();
  const [copied, setCopied] = useState(false);
  if (shown === undefined) return masked ? <span className="ops-figures su-masked">{masked}</span> : '–';
  if (!shown) return '–';
  return (
    <span className="ops-figures su-shown">
      {shown}
      {copy && (
        <button type="button" className="su-copy" aria-label={`${frame('copy')} ${shown}`} onClick={() => void copyText(shown).then(setCopied)}>
          {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
        </button>
      )}
    </span>
  );
}

export function Patients({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelWords();
  return (
    <section className="su-part">
      <h3>
        {t('patients')} <span className="ops-muted ops-figures">{record.patients.length}</span>
      </h3>
      <ul className="su-list">
        {record.patients.map((patient, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- patients of a case have no other identity than their place
          <li key={index}>
            <span className="ops-strong">{patient.name ?? '–'}</span>
            <span className="ops-muted">
              {' '}
              {patient.relation ? t(`relation.${patient.relation}`) : '–'} · {patient.gender ? t(`gender.${patient.gender}`) : '–'} ·{' '}
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
  const t = usePanelWords();
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
                {given ? (given.given ? `${t(`channel.${given.channel}`)} · ${formatInstant(given.at)} · ${given.version}` : t('consentNo')) : t('consentNone')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
