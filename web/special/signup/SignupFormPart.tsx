import type { ReactNode } from 'react';
import { phoneIsDialable } from '#shared/core/phone.ts';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import type { SubjectFormProps } from '#web/families/form/plug.ts';
import { IconMessage, IconShieldCheck } from '#web/parts/icons.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { KnownPhone } from './KnownPhone.tsx';
import { Otp } from './Otp.tsx';
import { PincodeServed } from './PincodeServed.tsx';
import './signup.css';
import { usePanelTranslations } from './translations.ts';

/**
 * Parts of the form specific to sign-up: the verifier's question, and the phone verification below the
 * applicant's fields.
 */
export function SignupFormPart({
  id,
  step,
  place,
  record,
  get,
  save,
  onMoved,
  latest,
}: SubjectFormProps): ReactNode {
  const t = usePanelTranslations();
  const found = record as SignupCase | null;
  const proven = found?.checklist.some(({ item, done }) => item === 'phoneVerified' && done) ?? false;
  const phone = String(get('applicant.phone') ?? '').trim();
  const off = phoneIsDialable(phone) && /^\d{10,11}$/.test(phone) ? null : t('phoneFirst');
  if (place === 'above')
    return found?.asked ? (
      <p className="su-asked">
        <IconMessage size={16} aria-hidden="true" />{' '}
        <span>
          <b>{t('asked')}:</b> {found.asked}
        </span>
      </p>
    ) : null;
  if (step === 'address')
    return (
      <PincodeServed
        pincode={String(get('address.pincode') ?? '').trim()}
        pooId={Number(get('pooId')) || null}
      />
    );
  if (step !== 'applicant') return null;
  return (
    <section className="su-proof" aria-label={t('proof')}>
      {off === null && <KnownPhone phone={phone} id={id} />}
      {proven && (
        <StatusWord tone="ok">
          <IconShieldCheck size={16} aria-hidden="true" /> {t('phoneProven')}
        </StatusWord>
      )}
      {!proven && <p className="ops-muted">{t('proofText')}</p>}
      {!proven && (
        <Otp
          id={id}
          sentBefore={found?.history.some(({ type }) => type === 'OtpSent') ?? false}
          sentNow={null}
          off={off}
          prepare={async () => ((await save()) ? latest().id : null)}
          onChanged={(version) => version !== null && onMoved(version)}
        />
      )}
    </section>
  );
}
