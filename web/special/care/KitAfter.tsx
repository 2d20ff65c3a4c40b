import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CareKitState } from '#shared/streams/care/cccase/carekit.ts';
import { kitTypes } from '#shared/streams/care/cccase/sections.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';

type Doing = 'acknowledge' | 'takeBack' | 'reissue';
const leastReason = 5;

/** What becomes of a decided kit: sent again, received, come back, replaced by another, its paper typed in. */
export function KitAfter({ kit, onDone }: { kit: Kept<CareKitState>; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('carekit').t;
  const person = usePerson();
  const [doing, setDoing] = useState<Doing | null>(null);
  const dispatch = useCommand('carekit', 'dispatch');
  const digitize = useCommand('carekit', 'digitize');
  const { stage, kit: held, isDigFlag, sentAt, reason } = kit.state;
  if (!held) return null;
  const mayWork =
    hasRight(person, 'Prescription/monthlyAssessments:edit') ||
    hasRight(person, 'Prescription/careConnect:edit');
  const mayType = mayWork || hasRight(person, 'Prescription/labReportsDigitization:edit');
  const failure = dispatch.failure ?? digitize.failure;
  const begin = (what: Doing, label: string): ReactNode => (
    <Button variant="default" onClick={() => setDoing(what)}>
      {label}
    </Button>
  );
  return (
    <section className="care-part">
      <h3>
        {held.ref} · {words(`kitType.${held.iKitTypeId}`)}
      </h3>
      <p>
        {words(`stage.${stage}`)}
        {sentAt && stage === 'sent' && ` · ${formatInstant(sentAt)}`}
        {sentAt && stage !== 'sent' && ` · ${t('kitSentAt', { at: formatInstant(sentAt) })}`}
        {held.version > 1 && ` · ${t('kitVersion', { n: held.version })}`}
        {isDigFlag === 1 && ` · ${t('kitTyped')}`}
      </p>
      {reason && <p className="ops-muted">{reason}</p>}
      {doing === null ? (
        <div className="care-actions">
          {mayWork && stage === 'finalized' && sentAt !== null && (
            <Button
              loading={dispatch.pending}
              onClick={() => void dispatch.run(kit.id, {}).then((done) => done && onDone())}
            >
              {t('kitSendAgain')}
            </Button>
          )}
          {mayWork && stage === 'sent' && begin('acknowledge', t('kitReceived'))}
          {mayWork && stage === 'sent' && begin('takeBack', t('kitCameBack'))}
          {mayWork && begin('reissue', t('kitReissue'))}
          {mayType && isDigFlag === 0 && (stage === 'sent' || stage === 'acknowledged') && (
            <Button
              variant="default"
              loading={digitize.pending}
              onClick={() => void digitize.run(kit.id, {}).then((done) => done && onDone())}
            >
              {t('kitTypeIn')}
            </Button>
          )}
        </div>
      ) : (
        <KitForm
          doing={doing}
          kit={kit}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null);
            onDone();
          }}
        />
      )}
      {failure && <InlineError failure={failure} />}
    </section>
  );
}

function KitForm({
  doing,
  kit,
  onClose,
  onDone,
}: {
  doing: Doing;
  kit: Kept<CareKitState>;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const words = useTranslations('carekit').t;
  const send = useCommand('carekit', doing);
  const [type, setType] = useState<string | null>(String(kit.state.kit?.iKitTypeId ?? ''));
  const [text, setText] = useState('');
  const said = text.trim();
  const labels = {
    acknowledge: t('kitReceived'),
    takeBack: t('kitCameBack'),
    reissue: t('kitReissue'),
  } as const;
  const body = {
    acknowledge: { note: said === '' ? null : said },
    takeBack: { reason: said },
    reissue: { iKitTypeId: Number(type), reason: said },
  } as const;
  const run = async (): Promise<void> => {
    const options = doing === 'reissue' ? { version: kit.version } : {};
    if (await send.run(kit.id, body[doing], options)) onDone();
  };
  return (
    <div className="care-form">
      {doing === 'reissue' && (
        <SelectField
          label={t('kit')}
          value={type}
          required
          choices={kitTypes.map((one) => ({ value: String(one), label: words(`kitType.${one}`) }))}
          onChange={setType}
        />
      )}
      <TextField
        label={doing === 'acknowledge' ? t('remarks') : t('reason')}
        value={text}
        onChange={setText}
        maxLength={500}
        required={doing !== 'acknowledge'}
      />
      <div className="care-actions">
        <Button
          loading={send.pending}
          disabled={doing !== 'acknowledge' && said.length < leastReason}
          onClick={() => void run()}
        >
          {labels[doing]}
        </Button>
        <Button variant="default" onClick={onClose}>
          {frame('cancel')}
        </Button>
      </div>
      {send.failure && <InlineError failure={send.failure} />}
    </div>
  );
}
