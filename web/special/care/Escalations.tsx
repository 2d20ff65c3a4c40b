import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { outcomes, type EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Countdown } from '#web/parts/Age.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';

/** Escalations of one patient: taken, resolved, raised a level; and a new one. */
export function Escalations({
  patient,
  rows,
  mayRaise,
  onDone,
}: {
  patient: number;
  rows: readonly Kept<EscalationState>[];
  mayRaise: boolean;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const [raising, setRaising] = useState(false);
  const open = rows.filter(({ state }) => state.stage !== 'resolved');
  return (
    <section className="care-part" aria-label={t('escalations')}>
      <h3>
        {t('escalations')}{' '}
        {mayRaise && (
          <Button size="compact-xs" variant="default" onClick={() => setRaising(true)}>
            {t('escalate')}
          </Button>
        )}
      </h3>
      {open.length === 0 && <p className="ops-muted">{t('noEscalations')}</p>}
      {open.map((row) => (
        <OneEscalation key={row.id} row={row} onDone={onDone} />
      ))}
      {rows
        .filter(({ state }) => state.stage === 'resolved')
        .slice(0, 3)
        .map(({ id, state }) => (
          <p key={id} className="ops-muted">
            {state.face?.ref} ·{' '}
            {t('resolvedBy', { name: state.resolvedBy?.name ?? '', text: state.resolution ?? '' })}
          </p>
        ))}
      {raising && (
        <RaiseForm
          patient={patient}
          onClose={() => setRaising(false)}
          onDone={() => {
            setRaising(false);
            onDone();
          }}
        />
      )}
    </section>
  );
}

function OneEscalation({ row, onDone }: { row: Kept<EscalationState>; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('escalation').t;
  const { state } = row;
  const acknowledge = useCommand('escalation', 'acknowledge');
  const [resolving, setResolving] = useState(false);
  const { face } = state;
  if (!face) return null;
  const { cause } = face;
  return (
    <div className="care-section">
      <div className="care-actions">
        <StatusWord tone={face.severity === 'critical' ? 'danger' : 'warn'}>
          {words(`severity.${face.severity}`)}
        </StatusWord>
        <span className="ops-code">{face.ref}</span>
        <strong>
          {cause.name}{' '}
          {cause.value === null ? '' : `${formatNumber(cause.value, 1)} ${unitText(cause.unit ?? '')}`}
        </strong>
        <span className="ops-muted">{t('level', { n: state.level })}</span>
        {state.ackBy && (
          <span>
            {t('ackWithin')} <Countdown until={state.ackBy} />
          </span>
        )}
        {!state.ackBy && state.resolveBy && (
          <span>
            {t('resolveWithin')} <Countdown until={state.resolveBy} />
          </span>
        )}
        <span className="care-push" />
        {state.stage === 'raised' && (
          <Button
            size="compact-sm"
            loading={acknowledge.pending}
            onClick={() => void acknowledge.run(row.id, {}).then((done) => done && onDone())}
          >
            {t('acknowledge')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setResolving(true)}>
          {t('resolve')}
        </Button>
      </div>
      {face.text !== '' && <p>{face.text}</p>}
      <p className="ops-muted">
        {formatInstant(state.raisedAt ?? row.beganAt)} · {face.raisedBy.name}
        {state.acknowledgedBy && ` · ${t('takenBy', { name: state.acknowledgedBy.name })}`}
      </p>
      {acknowledge.failure && <InlineError failure={acknowledge.failure} />}
      {resolving && (
        <ResolveForm
          id={row.id}
          name={face.ref}
          onClose={() => setResolving(false)}
          onDone={() => {
            setResolving(false);
            onDone();
          }}
        />
      )}
    </div>
  );
}

function ResolveForm({
  id,
  name,
  onDone,
  onClose,
}: {
  id: string;
  name: string;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const words = useTranslations('escalation').t;
  const resolve = useCommand('escalation', 'resolve');
  const [resolution, setResolution] = useState('');
  const [outcome, setOutcome] = useState<string | null>('adviceGiven');
  const send = (): void => void resolve.run(id, { resolution, outcome }).then((done) => done && onDone());
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('resolveOf', { ref: name })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={resolve.pending} disabled={resolution.trim().length < 10} onClick={send}>
            {t('resolve')}
          </Button>
        </>
      }
    >
      <AreaField
        label={t('whatDone')}
        value={resolution}
        onChange={setResolution}
        required
        autoFocus
        maxLength={2_000}
        rows={4}
      />
      <SelectField
        label={t('outcome')}
        value={outcome}
        choices={outcomes.map((one) => ({ value: one, label: words(`outcome.${one}`) }))}
        required
        onChange={setOutcome}
      />
      {resolve.failure && <InlineError failure={resolve.failure} />}
    </Dialog>
  );
}

function RaiseForm({
  patient,
  onDone,
  onClose,
}: {
  patient: number;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const words = useTranslations('escalation').t;
  const raise = useCommand('escalation', 'raise');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [severity, setSeverity] = useState<string | null>('high');
  const send = (): void =>
    void raise
      .run('new', { patientId: patient, source: 'call', severity, name, text })
      .then((done) => done && onDone());
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('escalate')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button
            color="danger"
            loading={raise.pending}
            disabled={name.trim() === '' || text.trim().length < 5}
            onClick={send}
          >
            {t('escalate')}
          </Button>
        </>
      }
    >
      <TextField label={t('whatIsIt')} value={name} onChange={setName} required autoFocus maxLength={80} />
      <SelectField
        label={t('severity')}
        value={severity}
        choices={['critical', 'high', 'normal'].map((one) => ({
          value: one,
          label: words(`severity.${one}`),
        }))}
        required
        onChange={setSeverity}
      />
      <AreaField label={t('whatHappened')} value={text} onChange={setText} required maxLength={500} />
      {raise.failure && <InlineError failure={raise.failure} />}
    </Dialog>
  );
}
