import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { phoneIsDialable } from '#shared/core/phone.ts';
import type { FoundPartner } from '#shared/streams/prescriptions/lookups.ts';
import { tpdRef } from '#shared/streams/prescriptions/references.ts';
import type { QueueHeadProps } from '#web/families/queue/head.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { useCommand } from '#web/live/use-command.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { PhoneField, TextField } from '#web/parts/field/text-fields.tsx';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useTpdTranslations } from './translations.ts';
import './tpd.css';

/** Records a partner's prescription. */
export function Head({ off, onOpen }: QueueHeadProps): ReactNode {
  const t = useTpdTranslations();
  const person = usePerson();
  const [open, setOpen] = useState(false);
  const may = hasRight(person, 'Prescription/tpdPrescriptionVarification:create');
  useCommands([
    {
      id: 'tpdrx.receive',
      label: t('receive'),
      keys: 'a',
      scope: 'screen',
      permitted: may && !open,
      disabled: off,
      run: () => setOpen(true),
    },
  ]);
  if (!may) return null;
  if (open) return <Receive onOpen={onOpen} onClose={() => setOpen(false)} />;
  return (
    <div className="tp-bar">
      <Button
        size="compact-sm"
        variant="light"
        rightSection={<KeyHint keys="a" />}
        disabled={off !== null}
        onClick={() => setOpen(true)}
      >
        {t('receive')}
      </Button>
    </div>
  );
}

const blank = { partner: null as string | null, partnerRef: '', patient: '', phone: '', doctor: '' };

function Receive({
  onOpen,
  onClose,
}: {
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTpdTranslations();
  const [typed, setTyped] = useState(blank);
  const [day, setDay] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const receive = useCommand('tpdrx', 'receive');
  const { data: partners = [] } = useQuery<readonly FoundPartner[]>({
    queryKey: ['tpd-partners'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => api.get('/prescription/partners', { signal }),
  });
  const { failure } = receive;
  const put = (part: Partial<typeof blank>): void => {
    receive.dismiss();
    setTyped({ ...typed, ...part });
  };
  const wrong = (field: string, bad: boolean): string | null =>
    failure?.field === field ? failure.message : tried && bad ? t('required') : null;
  const { partner, partnerRef, patient, phone, doctor } = typed;
  const lacking = {
    partner: partner === null,
    partnerRef: partnerRef.trim() === '',
    patient: patient.trim().length < 2,
    phone: !phoneIsDialable(phone),
    doctor: doctor.trim().length < 3,
    prescribedOn: day === null,
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (Object.values(lacking).some(Boolean)) return;
    const made = await receive.run('new', { ...typed, prescribedOn: day });
    if (!made) return;
    toast({ text: t('done', { ref: tpdRef(made.id) }), tone: 'ok' });
    onClose();
    onOpen(made.id);
  };
  return (
    <form
      className="tp-form"
      aria-label={t('receive')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SelectField
        label={t('partner')}
        value={partner}
        required
        error={wrong('partner', lacking.partner)}
        choices={partners.map((one) => ({ value: one.partner, label: one.name }))}
        onChange={(value) => put({ partner: value })}
      />
      <TextField
        label={t('partnerRef')}
        value={partnerRef}
        required
        maxLength={40}
        error={wrong('partnerRef', lacking.partnerRef)}
        onChange={(value) => put({ partnerRef: value })}
      />
      <TextField
        label={t('patient')}
        value={patient}
        required
        maxLength={80}
        error={wrong('patient', lacking.patient)}
        onChange={(value) => put({ patient: value })}
      />
      <PhoneField
        label={t('phone')}
        value={phone}
        required
        error={wrong('phone', lacking.phone)}
        onChange={(value) => put({ phone: value })}
      />
      <TextField
        label={t('doctor')}
        value={doctor}
        required
        maxLength={100}
        error={wrong('doctor', lacking.doctor)}
        onChange={(value) => put({ doctor: value })}
      />
      <DateField
        label={t('prescribedOn')}
        value={day}
        required
        max={businessDay(serverClock.now())}
        error={wrong('prescribedOn', lacking.prescribedOn)}
        onChange={setDay}
      />
      <span className="tp-actions">
        <Button type="submit" loading={receive.pending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
      {failure && !(failure.field && failure.field in lacking) && (
        <div className="tp-wide">
          <InlineError failure={failure} onDismiss={receive.dismiss} />
        </div>
      )}
    </form>
  );
}
