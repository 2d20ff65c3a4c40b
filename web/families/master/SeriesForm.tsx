import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { fieldProblems } from '#shared/core/fields.ts';
import type { Fields, MasterDef, Problem, Series } from '#shared/families/master-def.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import type { ImportFile } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';
import { FieldInput } from './FieldInput.tsx';
import { blankOf, changedFields, filled } from './form-values.ts';
import { useProblemText } from './problems.ts';

interface SeriesProps {
  readonly def: MasterDef;
  readonly series: Series;
  readonly speech: Speech;
  readonly onMade: (file: ImportFile) => void;
  readonly onDirty: (dirty: boolean) => void;
}

/** Creates many records at once: generates the rows of an import, which is previewed before it is applied. */
export function SeriesForm({ def, series, speech, onMade, onDirty }: SeriesProps): ReactNode {
  const { t, own } = speech;
  const start = useMemo(() => blankOf(series), [series]);
  const [values, setValues] = useState<Fields>(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const parsed = useMemo(() => schemaOf(series.fields).safeParse(filled(values)), [series, values]);
  const problems = [
    ...(tried && !parsed.success ? fieldProblems(parsed.error) : []),
    ...(refused ? [refused] : []),
  ];
  const text = useProblemText(def, (key, given) => {
    const mine = own(key.replace('field.', 'field.series.'), given);
    return mine === key.replace('field.', 'field.series.') ? own(key, given) : mine;
  });
  const [made, setMade] = useState<Fields>(start);
  const dirty = Object.keys(changedFields(made, values)).length > 0;
  useUnsaved(dirty);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  const send = async (): Promise<void> => {
    setTried(true);
    if (!parsed.success || pending) return;
    setPending(true);
    setFailure(null);
    setRefused(null);
    try {
      onMade(await api.post<ImportFile>(route('series', def.name), { fields: filled(parsed.data) }));
      setMade(values);
    } catch (error) {
      const reason = failureOf(error);
      if (series.fields.some(({ name }) => name === reason.field))
        setRefused({ code: reason.message, field: reason.field!, details: { text: 1 } });
      else setFailure(reason);
    } finally {
      setPending(false);
    }
  };
  return (
    <section>
      <h3>{own('action.series')}</h3>
      <p className="ops-muted">{t('seriesText', { most: series.most })}</p>
      {failure && (
        <InlineError failure={failure} {...(failure.again ? { onRetry: () => void send() } : {})} />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div className="ma-fields">
          {series.fields.map((field) => (
            <div key={field.name} className="ma-field">
              <FieldInput
                master={def.name}
                field={field}
                prefix="series."
                value={values[field.name]}
                onChange={(value) => {
                  setValues((now) => ({ ...now, [field.name]: value }));
                  setRefused(null);
                }}
                own={own}
                labels={{}}
                error={() => {
                  const problem = problems.find((one) => one.field.split('.')[0] === field.name);
                  return problem ? text(problem) : null;
                }}
              />
            </div>
          ))}
        </div>
        <div className="ma-bar-row ma-series-send">
          <Button type="submit" loading={pending}>
            {t('seriesLook')}
          </Button>
        </div>
      </form>
    </section>
  );
}
