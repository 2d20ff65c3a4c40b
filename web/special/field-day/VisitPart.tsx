import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import {
  missingFor,
  orientationTopics,
  outcomeResults,
  visitNeeds,
  vitalBounds,
  vitalsRefusal,
  type Outcome,
  type VitalName,
  type Vitals,
} from '#shared/streams/leads/appointment/visit-outcome.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, CheckField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatAge } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { NotAtHomeDialog } from './dialogs.tsx';
import { give } from './give.ts';
import { PhotoButton } from './PhotoButton.tsx';
import type { StopProps } from './stop-props.ts';
import { useFieldTranslations } from './translations.ts';

const vitalNames = Object.keys(vitalBounds) as readonly VitalName[];
type VitalsTyped = Readonly<Record<VitalName, number | null>>;
const noVitals = Object.fromEntries(vitalNames.map((name) => [name, null])) as VitalsTyped;

/** A visit in progress: photos, measurements, explained topics, and the outcome. */
export function VisitPart(props: StopProps): ReactNode {
  const { stop, now } = props;
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const needs = visitNeeds[stop.vAppType];
  const [away, setAway] = useState(false);
  return (
    <>
      {stop.startedAt && (
        <p className="fd-plain" role="timer">
          {t('underWaySince', { age: formatAge(now - Date.parse(stop.startedAt)) })}
          {stop.startDistanceM !== null && (
            <span className="ops-muted">&nbsp;· {t('startedAt', { m: stop.startDistanceM })}</span>
          )}
        </p>
      )}
      <section>
        <h3>
          {t('photos')} <span className="ops-muted">{stop.files.length + stop.unsentFiles}</span>
        </h3>
        <FileList files={stop.files} />
        {stop.unsentFiles > 0 && (
          <p className="fd-plain ops-tone-warn">{t('photosWaiting', { count: stop.unsentFiles })}</p>
        )}
        <PhotoButton
          label={t('addPhoto')}
          onPhoto={(photo) => void give(stop, 'addVisitFile', { label: '' }, { photo })}
        />
      </section>
      {(needs.vitals || stop.vitals) && <VitalsPart {...props} />}
      <OutcomePart {...props} />
      <ActionButton label={translations('notAtHome')} onClick={() => setAway(true)} />
      {away && <NotAtHomeDialog stop={stop} position={props.place.position} onClose={() => setAway(false)} />}
    </>
  );
}

function VitalsPart({ stop }: StopProps): ReactNode {
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const draft = useDraft<VitalsTyped>('appointment.recordVisitVitals', stop.id, {
    ...noVitals,
    ...stop.vitals,
  });
  const [tried, setTried] = useState(false);
  const vitals: Vitals = Object.fromEntries(
    vitalNames.flatMap((name) => (draft.values[name] === null ? [] : [[name, draft.values[name]]])),
  );
  const outside = (name: VitalName): string | null => {
    const value = draft.values[name];
    const [low, high] = vitalBounds[name];
    return value !== null && (value < low || value > high) ? translations('vitalImpossible') : null;
  };
  const no = vitalsRefusal(vitals);
  const wrong = vitalNames.some((name) => outside(name) !== null);
  const save = (): void => {
    setTried(true);
    if (isRefusal(no) || wrong) return;
    draft.done();
    void give(stop, 'recordVisitVitals', { vitals });
  };
  return (
    <section>
      <h3>
        {t('vitals')} {stop.vitals && <span className="ops-muted">{t('recorded')}</span>}
      </h3>
      <DraftNote draft={draft} />
      <div className="fd-vitals">
        {vitalNames.map((name) => (
          <NumberField
            key={name}
            label={t(`vital.${name}`)}
            value={draft.values[name]}
            decimals={name === 'temperatureC' || name === 'weightKg' ? 1 : 0}
            error={outside(name) ?? (tried && no?.field === name ? translations(no.code) : null)}
            onChange={(value) => draft.put({ [name]: value })}
          />
        ))}
      </div>
      {tried && no && no.field === 'vitals' && <p className="ops-tone-danger">{t('vitalsNone')}</p>}
      <ActionButton label={t('saveVitals')} onClick={save} />
    </section>
  );
}

const noOutcome = {
  result: null as Outcome['result'] | null,
  notes: '',
  topics: [] as readonly string[],
  attended: '',
  followUpOn: null as string | null,
};

function OutcomePart({ stop, place, now }: StopProps): ReactNode {
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const draft = useDraft<typeof noOutcome>('appointment.completeTask', stop.id, noOutcome);
  const [tried, setTried] = useState(false);
  const { result, notes, topics, attended, followUpOn } = draft.values;
  const needs = visitNeeds[stop.vAppType];
  const today = businessDay(now);
  const outcome: Outcome | null =
    result === null
      ? null
      : {
          result,
          notes: notes.trim(),
          topics: orientationTopics.filter((one) => topics.includes(one)),
          attended: attended.trim(),
          followUpOn,
        };
  const gathered = {
    vAppType: stop.vAppType,
    iSlotType: stop.iSlotType,
    vitals: stop.vitals,
    photos: stop.files.length + stop.unsentFiles,
  };
  const missing = outcome === null ? ['result'] : missingFor(gathered, outcome, today);
  const complete = (): void => {
    setTried(true);
    if (outcome === null || missing.length > 0) return;
    draft.done();
    void give(stop, 'completeTask', { outcome, ...(place.position ? { position: place.position } : {}) });
  };
  return (
    <section>
      <h3>{t('outcome')}</h3>
      <DraftNote draft={draft} />
      {needs.topics && (
        <>
          <fieldset className="fd-topics">
            <legend>{t('topics')}</legend>
            {orientationTopics.map((one) => (
              <CheckField
                key={one}
                label={t(`topic.${one}`)}
                value={topics.includes(one)}
                onChange={(ticked) =>
                  draft.put({ topics: ticked ? [...topics, one] : topics.filter((other) => other !== one) })
                }
              />
            ))}
          </fieldset>
          <TextField
            label={t('attended')}
            value={attended}
            required
            maxLength={100}
            onChange={(value) => draft.put({ attended: value })}
          />
        </>
      )}
      <SelectField
        label={t('result')}
        value={result}
        required
        choices={outcomeResults[stop.vAppType].map((value) => ({ value, label: t(`result.${value}`) }))}
        onChange={(value) =>
          draft.put({ result: outcomeResults[stop.vAppType].find((one) => one === value) ?? null })
        }
      />
      {result === 'followUp' && (
        <DateField
          label={t('followUp')}
          value={followUpOn}
          required
          noSunday
          min={addDays(today, 1)}
          max={addDays(today, 60)}
          onChange={(value) => draft.put({ followUpOn: value })}
        />
      )}
      <AreaField
        label={t('notes')}
        value={notes}
        maxLength={1000}
        onChange={(value) => draft.put({ notes: value })}
      />
      {tried && missing.length > 0 && (
        <p className="ops-tone-danger" role="alert">
          {translations('outcomeIncomplete', {
            missing: missing.map((one) => translations(`missing.${one}`)).join(', '),
          })}
        </p>
      )}
      <ActionButton label={t('complete')} primary onClick={complete} />
    </section>
  );
}
