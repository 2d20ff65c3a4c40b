import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { glassStream } from '#shared/streams/care/careaccess.ts';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { formatTime } from '#web/locales/formats.ts';
import type { Permission } from '#shared/core/permission.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Allergies } from '#web/parts/Allergies.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { Died } from './Died.tsx';
import { PatientPicker } from './PatientPicker.tsx';
import { StoryPanel } from './StoryPanel.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare } from './use-care.ts';
import './care.css';

const tabs: readonly (readonly [path: string, key: string, right: Permission])[] = [
  ['/prescription/careConnect', 'tab.month', 'Prescription/careConnect:view'],
  ['/prescription/careConnectV2', 'tab.wizard', 'Prescription/careConnectV2:view'],
  ['/prescription/personalHistory', 'tab.history', 'Prescription/personalHistory:view'],
  ['/prescription/vitalStats', 'tab.vitals', 'Prescription/vitalStats:view'],
  ['/prescription/labStats', 'tab.labs', 'Prescription/labStats:view'],
  ['/prescription/DoctorView', 'tab.doctor', 'Prescription/DoctorView:view'],
];

export interface FrameProps {
  readonly children: (head: PatientHead) => ReactNode;
  /** Shown while no patient is chosen, beside the picker. */
  readonly before?: ReactNode;
}

/** The patient of a screen of care: chosen by name, shown above it with what must not be overlooked, the same on all of them. */
export function PatientFrame({ children, before }: FrameProps): ReactNode {
  const t = useCareTranslations();
  const [params, setParams] = useSearchParams();
  const asked = /^[1-9]\d{0,9}$/.test(params.get('patient') ?? '') ? Number(params.get('patient')) : null;
  const [story, setStory] = useState(false);
  const { data: head, failure, again } = useCare<PatientHead>(`/care/patients/${asked}/head`, asked);
  const pick = (id: number | null): void => setParams(id === null ? {} : { patient: String(id) });
  useCommands([
    {
      id: 'care.story',
      label: t('story'),
      keys: 'y',
      scope: 'screen',
      disabled: head ? null : t('choose'),
      run: () => setStory(true),
    },
    { id: 'care.other', label: t('otherPatient'), keys: 'o', scope: 'screen', run: () => pick(null) },
  ]);
  if (asked === null)
    return (
      <div className="care-start">
        <PatientPicker onPick={pick} autoFocus />
        {before}
      </div>
    );
  if (failure?.code === 'breakGlass')
    return <Glass patient={asked} message={failure.message} onBroken={again} onOther={() => pick(null)} />;
  if (failure && !head) return <ErrorState failure={failure} onRetry={again} />;
  if (!head || head.id !== asked) return <Skeleton rows={8} />;
  return (
    <div className="care-frame">
      <HeadBar head={head} onStory={() => setStory(true)} onOther={() => pick(null)} />
      <div className="care-body">{children(head)}</div>
      {story && <StoryPanel head={head} onClose={() => setStory(false)} />}
    </div>
  );
}

function HeadBar({
  head,
  onStory,
  onOther,
}: {
  head: PatientHead;
  onStory: () => void;
  onOther: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const place = usePlaceName();
  const { pathname } = useLocation();
  const critical = head.escalations.filter(
    ({ severity, stage }) => severity === 'critical' && stage === 'raised',
  );
  return (
    <header className="care-head">
      {critical.length > 0 && (
        <p className="care-alarm" role="alert">
          {t('criticalWaits', { refs: critical.map(({ ref }) => ref).join(', ') })}{' '}
          <Link to={`/prescription/careConnect?patient=${head.id}`}>{t('toEscalation')}</Link>
        </p>
      )}
      <Died head={head} />
      {head.glassUntil && (
        <p className="care-glass">{t('glassOpen', { time: formatTime(head.glassUntil) })}</p>
      )}
      {head.sourceFaults.length > 0 && (
        <p className="care-glass">
          {t('sourceFaults', {
            fields: head.sourceFaults.map(({ field }) => t(`fault.${field}`)).join(', '),
          })}
        </p>
      )}
      <div className="care-who">
        <PersonHead
          heading
          name={head.name ?? ''}
          reference={head.ref}
          phone={head.phoneMasked}
          place={place(head.pooId)}
          details={[
            head.age === null ? null : t('years', { n: head.age }),
            head.gender && t(`gender.${head.gender}`),
            head.tier,
            head.customer,
          ]}
          refused={head.consentsRefused.map((kind) => t(`noConsent.${kind}`))}
        >
          <Allergies allergies={head.allergies} asked={head.noKnownAllergies} />
          <StatusWord tone={head.careStage === 'activeCare' ? 'muted' : 'warn'} soft>
            {t(`careStage.${head.careStage}`)}
          </StatusWord>
        </PersonHead>
        <span className="care-push" />
        <Button size="compact-sm" variant="default" onClick={onStory}>
          {t('story')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onOther}>
          {t('otherPatient')}
        </Button>
      </div>
      <p className="care-facts">
        <strong>{t('diagnoses')}:</strong> {head.diagnoses.join(', ') || '–'}
      </p>
      <nav className="care-tabs" aria-label={t('screens')}>
        {tabs
          .filter(([, , right]) => hasRight(person, right))
          .map(([path, key]) => (
            <Link
              key={path}
              to={`${path}?patient=${head.id}`}
              aria-current={path === pathname ? 'page' : undefined}
            >
              {t(key)}
            </Link>
          ))}
      </nav>
    </header>
  );
}

/** The record of a patient of another place opens with a reason, which is kept. */
function Glass({
  patient,
  message,
  onBroken,
  onOther,
}: {
  patient: number;
  message: string;
  onBroken: () => void;
  onOther: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const open = useCommand('careaccess', 'breakGlass');
  const [reason, setReason] = useState('');
  const stream = glassStream(person?.empId ?? 0, patient).slice('careaccess-'.length);
  const send = (): void =>
    void open.run(stream, { patientId: patient, reason }).then((done) => done && onBroken());
  return (
    <form
      className="care-glassform"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2>{t('glassTitle')}</h2>
      <p>{message}</p>
      <AreaField
        label={t('glassReason')}
        hint={t('glassHint')}
        value={reason}
        onChange={setReason}
        required
        autoFocus
        maxLength={300}
      />
      {open.failure && <InlineError failure={open.failure} />}
      <div className="care-actions">
        <Button variant="default" onClick={onOther}>
          {t('otherPatient')}
        </Button>
        <Button type="submit" loading={open.pending} disabled={reason.trim().length < 10}>
          {t('glassOpenIt')}
        </Button>
      </div>
    </form>
  );
}
