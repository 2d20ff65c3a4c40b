import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';

/** The doctor approves a month's assessment, or returns it with what is missing. */
export function DoctorDecision({
  found,
  onDone,
}: {
  found: Kept<CareCaseState>;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const approve = useCommand('cccase', 'approve');
  const back = useCommand('cccase', 'returnAssessment');
  const [text, setText] = useState('');
  if (
    found.state.stage !== 'doctorReview' ||
    !(
      hasRight(person, 'Prescription/DoctorView:approve') ||
      hasRight(person, 'Prescription/monthlyAssessments:approve')
    )
  )
    return null;
  const failure = approve.failure ?? back.failure;
  const options = { version: found.version };
  return (
    <div className="care-section">
      <AreaField label={t('remarks')} value={text} onChange={setText} maxLength={1_000} />
      <div className="care-actions">
        <Button
          loading={approve.pending}
          onClick={() =>
            void approve
              .run(found.id, { remarks: text.trim() === '' ? null : text }, options)
              .then((done) => done && onDone())
          }
        >
          {t('approve')}
        </Button>
        <Button
          variant="default"
          loading={back.pending}
          disabled={text.trim().length < 5}
          onClick={() => void back.run(found.id, { reason: text }, options).then((done) => done && onDone())}
        >
          {t('return')}
        </Button>
      </div>
      {failure && <InlineError failure={failure} />}
    </div>
  );
}
