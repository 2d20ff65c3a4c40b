import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Labels, LookupAnswer } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { RecordsField } from '#web/parts/field/RecordsField.tsx';
import type { Choice, FieldProps } from '#web/parts/field/field.ts';
import { route } from './declaration.ts';
import { useMasterTranslations } from './translations.ts';
import type { TranslateMaster } from './translations.ts';

interface Looking {
  readonly master: string;
  readonly path: string;
  readonly lookup: string;
  readonly labels: Labels;
}

type Item = LookupAnswer['items'][number];

function choiceOf(item: Pick<Item, 'id' | 'code' | 'name' | 'iStatus'>, t: TranslateMaster): Choice {
  const name = item.name
    ? item.code && item.code !== item.name
      ? `${item.name} · ${item.code}`
      : item.name
    : item.code || `#${item.id}`;
  return { value: String(item.id), label: item.iStatus === 0 ? t('inactiveName', { name }) : name };
}

async function prompt(
  master: string,
  path: string,
  query: { q?: string; ids?: string; records?: number },
  signal: AbortSignal,
): Promise<readonly Item[]> {
  return (await api.get<LookupAnswer>(route('lookup', master, path), { query, signal })).items;
}

function known(lookup: string, id: number, labels: Labels, t: TranslateMaster): Choice {
  const label = labels[`${lookup}:${id}`];
  return label ? choiceOf({ id, ...label }, t) : { value: String(id), label: `#${id}` };
}

/**
 * A reference to one record of another master, found by typing. The current value is shown even if inactive.
 */
export function ReferenceInput({
  master,
  path,
  lookup,
  labels,
  value,
  onChange,
  ...base
}: Looking &
  Omit<FieldProps<unknown>, 'value' | 'onChange'> & {
    readonly value: number | null;
    readonly onChange: (value: number | null) => void;
  }): ReactNode {
  const t = useMasterTranslations();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [fetched, setFetched] = useState<Choice | null>(null);
  const find = useCallback(
    async (q: string, signal: AbortSignal) =>
      (await prompt(master, path, { q }, signal)).map((item) => choiceOf(item, t)),
    [master, path, t],
  );
  const missing = value !== null && chosen?.value !== String(value) && !labels[`${lookup}:${value}`];
  useEffect(() => {
    if (!missing) return undefined;
    const stop = new AbortController();
    prompt(master, path, { ids: String(value) }, stop.signal).then(
      ([item]) => item && setFetched(choiceOf(item, t)),
      (error: unknown) =>
        !stop.signal.aborted &&
        console.warn('The name of a record could not be read; its number is shown.', error),
    );
    return () => stop.abort();
  }, [missing, master, path, value, t]);
  const now =
    value === null
      ? null
      : chosen?.value === String(value)
        ? chosen
        : fetched?.value === String(value)
          ? fetched
          : known(lookup, value, labels, t);
  return (
    <Field
      key={now?.label ?? ''}
      kind="reference"
      {...base}
      letters={0}
      find={find}
      value={now}
      onChange={(choice) => {
        setChosen(choice);
        onChange(choice ? Number(choice.value) : null);
      }}
    />
  );
}

/** References to several records of another master. */
export function ReferencesInput({
  master,
  path,
  lookup,
  labels,
  value,
  onChange,
  ...base
}: Looking &
  Omit<FieldProps<unknown>, 'value' | 'onChange'> & {
    readonly value: readonly number[];
    readonly onChange: (value: readonly number[]) => void;
  }): ReactNode {
  const t = useMasterTranslations();
  const find = useCallback(
    async (q: string, signal: AbortSignal) =>
      (await prompt(master, path, { q, records: 50 }, signal)).map((item) => choiceOf(item, t)),
    [master, path, t],
  );
  return (
    <RecordsField
      {...base}
      find={find}
      known={(id) => known(lookup, Number(id), labels, t)}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
