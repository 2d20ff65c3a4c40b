import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '#web/live/query.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { placeColleagues } from '#web/parts/field/colleagues.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useFrame } from '#web/locales/translations.ts';
import type { OwnCall } from './use-own-call.ts';
import { useCallTranslations } from './translations.ts';

/** The colleague who takes over or joins the call. */
export function HandOver({
  step,
  pooId,
  own,
  onClose,
}: {
  step: 'transfer' | 'conference';
  pooId: number | null;
  own: OwnCall;
  onClose: () => void;
}): ReactNode {
  const t = useCallTranslations();
  const frame = useFrame();
  const [empId, setEmpId] = useState<string | null>(null);
  const { data = [] } = useQuery({
    queryKey: ['place-colleagues', pooId],
    queryFn: ({ signal }) => placeColleagues(pooId, signal),
  });
  const send = async (): Promise<void> => {
    if (empId !== null && (await own.act(step, { empId: Number(empId) }))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(step)}
      keep={own.pending === step}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button disabled={empId === null} loading={own.pending === step} onClick={() => void send()}>
            {t(step)}
          </Button>
        </>
      }
    >
      <SelectField label={t('colleague')} value={empId} required choices={data} onChange={setEmpId} />
      {own.failure && <InlineError failure={own.failure} />}
    </Dialog>
  );
}
