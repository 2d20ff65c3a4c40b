import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { outcomes, type EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Countdown } from '#web/parts/Age.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, TextField } from '#web/parts/field/text-fields.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
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
  const words = useTranslations('escalation').t;
  const resolve = useCommand('escalation', 'resolve');
  const draft = useDraft('escalation.resolve', id, {
    resolution: '',
    outcome: 'adviceGiven' as string | null,
  });
  const { resolution, outcome } = draft.values;
  const rule = useReason(resolution, { least: 10, most: 2_000 });
  return (
    <SendDialog
      title={t('resolveOf', { ref: name })}
      verb={t('resolve')}
      sending={resolve}
      draft={draft}
      wrong={{ resolution: rule.wrong, outcome: outcome === null }}
      send={() => resolve.run(id, { resolution, outcome })}
      onSent={onDone}
      onClose={onClose}
    >
      {(error) => (
        <>
          <AreaField
            label={t('whatDone')}
            hint={rule.hint}
            value={resolution}
            onChange={(text) => draft.put({ resolution: text })}
            required
            autoFocus
            maxLength={2_000}
            rows={4}
            error={error('resolution')}
          />
          <SelectField
            label={t('outcome')}
            value={outcome}
            choices={outcomes.map((one) => ({ value: one, label: words(`outcome.${one}`) }))}
            required
            onChange={(value) => draft.put({ outcome: value })}
            error={error('outcome')}
          />
        </>
      )}
    </SendDialog>
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
  const words = useTranslations('escalation').t;
  const raise = useCommand('escalation', 'raise');
  const draft = useDraft('escalation.raise', patient, {
    name: '',
    text: '',
    severity: 'high' as string | null,
  });
  const { name, text, severity } = draft.values;
  const rule = useReason(text, { most: 500 });
  return (
    <SendDialog
      title={t('escalate')}
      verb={t('escalate')}
      danger
      sending={raise}
      draft={draft}
      wrong={{ name: name.trim() === '', severity: severity === null, text: rule.wrong }}
      send={() => raise.run('new', { patientId: patient, source: 'call', severity, name, text })}
      onSent={onDone}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label={t('whatIsIt')}
            value={name}
            onChange={(value) => draft.put({ name: value })}
            required
            autoFocus
            maxLength={80}
            error={error('name')}
          />
          <SelectField
            label={t('severity')}
            value={severity}
            choices={['critical', 'high', 'normal'].map((one) => ({
              value: one,
              label: words(`severity.${one}`),
            }))}
            required
            onChange={(value) => draft.put({ severity: value })}
            error={error('severity')}
          />
          <AreaField
            label={t('whatHappened')}
            hint={rule.hint}
            value={text}
            onChange={(value) => draft.put({ text: value })}
            required
            maxLength={500}
            error={error('text')}
          />
        </>
      )}
    </SendDialog>
  );
}
