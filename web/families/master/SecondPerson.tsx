import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { secretsOf } from '#shared/streams/masters/secret.ts';
import type { MasterRow, WaitingChange } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import type { Speech } from './columns.tsx';
import { fieldText } from './value-text.ts';

interface Props {
  readonly def: MasterDef;
  readonly row: MasterRow;
  readonly speech: Speech;
}

/** Asks for the masked numbers of a record in full; each answer is recorded. */
export function Secrets({ def, row, speech }: Props): ReactNode {
  const { t } = speech;
  const person = usePerson();
  const [shown, setShown] = useState<{ version: number; fields: Fields; proposed: Fields } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const secrets = secretsOf(def);
  if (!secrets.some(({ name }) => row.fields[name] != null) && row.fields[def.checked?.mark ?? ''] == null)
    return null;
  const allowed = secrets.some(({ secret = [] }) => secret.some((need) => hasRight(person, need)));
  const reveal = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const answer = await api.command('master', `${def.kind}-${row.id}`, 'reveal');
      setShown({
        version: row.version,
        fields: (answer.fields ?? {}) as Fields,
        proposed: (answer.proposed ?? {}) as Fields,
      });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <section className="ma-secrets">
      {shown?.version === row.version ? (
        <>
          <p className="ops-muted">{t('revealed')}</p>
          <Values def={def} fields={shown.fields} speech={speech} />
          {Object.keys(shown.proposed).length > 0 && (
            <>
              <p className="ops-muted">{t('waitingNew')}</p>
              <Values def={def} fields={shown.proposed} speech={speech} />
            </>
          )}
        </>
      ) : (
        <ActionButton
          label={t('reveal')}
          pending={pending}
          disabled={allowed ? null : t('off.right', { right: t('right.approve') })}
          onClick={() => void reveal()}
        />
      )}
      {failure && <InlineError failure={failure} />}
    </section>
  );
}

/** The change that waits for a second person, and the actions about it. */
export function WaitingNote({
  def,
  row,
  waiting,
  speech,
  onChanged,
}: Props & { readonly waiting: WaitingChange; readonly onChanged: () => void }): ReactNode {
  const { t } = speech;
  const person = usePerson();
  const [declining, setDeclining] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const [key, setKey] = useState(newKey);
  const mine = waiting.empId === person.empId;
  const noRight = hasRight(person, def.need('approve'))
    ? null
    : t('off.right', { right: t('right.approve') });
  const send = async (command: 'confirm' | 'decline', input: object): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    setFailure(null);
    try {
      await api.command('master', `${def.kind}-${row.id}`, command, input, { key, version: row.version });
      setDeclining(false);
      onChanged();
      return true;
    } catch (error) {
      const found = failureOf(error);
      setFailure(found);
      if (!found.again) setKey(newKey());
      return false;
    } finally {
      setPending(false);
    }
  };
  return (
    <section className="ma-waiting" aria-label={t('waitingNew')}>
      <p>
        <strong>{t('waitingNew')}</strong>{' '}
        <span className="ops-muted">
          {speech.author(waiting.by)} · {formatInstant(waiting.at)}
        </span>
      </p>
      <Values def={def} fields={waiting.fields} speech={speech} />
      <p className="ma-entry-acts">
        <ActionButton
          label={t('confirmWaiting')}
          primary
          pending={pending && !declining}
          disabled={mine ? t('off.ownChange') : noRight}
          onClick={() => void send('confirm', {})}
        />
        <ActionButton
          label={mine ? t('takeBackWaiting') : t('declineWaiting')}
          disabled={mine ? null : noRight}
          onClick={() => setDeclining(true)}
        />
      </p>
      {failure && !declining && <InlineError failure={failure} />}
      {declining && (
        <ReasonDialog
          about={[`${def.name}.decline`, row.id]}
          title={mine ? t('takeBackWaiting') : t('declineWaiting')}
          verb={mine ? t('takeBackWaiting') : t('declineWaiting')}
          cancel={t('back')}
          label={t('reason')}
          least={3}
          most={500}
          sending={{ pending, failure }}
          send={(reason) => send('decline', { reason })}
          onClose={() => setDeclining(false)}
        />
      )}
    </section>
  );
}

function Values({ def, fields, speech }: Omit<Props, 'row'> & { readonly fields: Fields }): ReactNode {
  return (
    <dl className="ma-changes">
      {def.fields
        .filter(({ name }) => fields[name] !== undefined)
        .map((field) => (
          <div key={field.name}>
            <dt>{speech.own(`field.${field.name}`)}</dt>
            <dd className="ops-code">
              {fieldText(field, fields[field.name], { ...speech, labels: {} }) || speech.t('blank')}
            </dd>
          </div>
        ))}
    </dl>
  );
}
