import { Button, Checkbox, NativeSelect, Popover, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import type { Condition } from '#shared/families/master-filter.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { NumberField } from '#web/parts/field/text-fields.tsx';
import { IconFilter, IconSearch, IconX } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { formatDate } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { Speech } from './columns.tsx';
import { filterFields, isFiltered } from './filters.ts';
import type { ListQuery } from './list-rows.ts';
import { ReferencesInput } from './ReferenceInput.tsx';
import { fieldText } from './value-text.ts';
import { searchKeys } from '#web/parts/list/search-keys.ts';

/** Delay for single keystrokes; pasted or cleared text is applied at once. */
const TYPING_MS = 90;

/** Quick search, status, and a condition for every field; active conditions are shown as chips. */
export function FilterBar({
  def,
  prompt,
  onChange,
  speech,
  labels,
}: {
  def: MasterDef;
  prompt: ListQuery;
  onChange: (next: Partial<ListQuery>) => void;
  speech: Speech;
  labels: Labels;
}): ReactNode {
  const { t, own } = speech;
  const frame = useFrame();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(prompt.q);
  const [opened, setOpened] = useState(false);
  const [whole, setWhole] = useState(false);
  const sent = useRef(prompt.q);
  const before = useRef(prompt.q);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (prompt.q !== sent.current) {
      sent.current = prompt.q;
      setTyped(prompt.q);
    }
  }, [prompt.q]);
  useEffect(() => {
    const whole = typed === '' || typed.length - before.current.length > 1;
    before.current = typed;
    if (typed === sent.current) return undefined;
    const timer = setTimeout(
      () => {
        sent.current = typed;
        latest.current({ q: typed });
      },
      whole ? 0 : TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  useCommands([
    {
      id: 'master.find',
      label: t('find'),
      keys: '/',
      scope: 'screen',
      quiet: true,
      run: () => {
        box.current?.focus();
        box.current?.select();
      },
    },
    {
      id: 'master.filter',
      label: t('filter'),
      keys: 'f',
      scope: 'screen',
      run: () => setOpened((now) => !now),
    },
  ]);
  const put = (name: string, condition: Condition | null): void => {
    const { [name]: _old, ...rest } = prompt.filter;
    onChange({ filter: condition ? { ...rest, [name]: condition } : rest });
  };
  const state = prompt.cancelled
    ? 'cancelled'
    : def.stages
      ? String(prompt.filter.stage?.value ?? '')
      : prompt.filter.iStatus
        ? String(prompt.filter.iStatus.value)
        : '';
  const setState = (value: string): void => {
    const { iStatus: _status, stage: _stage, ...rest } = prompt.filter;
    onChange({
      cancelled: value === 'cancelled',
      filter:
        value === '' || value === 'cancelled'
          ? rest
          : {
              ...rest,
              ...(def.stages
                ? { stage: { op: 'eq', value } }
                : { iStatus: { op: 'eq', value: Number(value) } }),
            },
    });
  };
  const states = def.stages
    ? Object.keys(def.stages.names).map((name) => ({ value: name, label: own(`stage.${name}`) }))
    : [
        { value: '1', label: own('state.1') },
        { value: '0', label: own('state.0') },
      ];
  const { likely, others } = filterFields(def, Object.keys(prompt.filter));
  const chips = Object.entries(prompt.filter).filter(([name]) => name !== 'iStatus' && name !== 'stage');
  return (
    <>
      <TextInput
        ref={box}
        className="ma-search"
        type="search"
        aria-label={t('find')}
        placeholder={frame('search')}
        value={typed}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        rightSection={typed ? undefined : <KeyHint keys="/" />}
        rightSectionPointerEvents="none"
        aria-keyshortcuts="/"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => searchKeys(event, () => setTyped(''))}
      />
      <NativeSelect
        aria-label={own('column.iStatus')}
        className="ma-state"
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={[
          { value: '', label: t('stateAny') },
          ...states,
          { value: 'cancelled', label: t('state.cancelledMany') },
        ]}
        data-active={state !== '' || undefined}
      />
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        withinPortal
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={14} />}
            aria-keyshortcuts="f"
            data-active={chips.length > 0 || undefined}
            onClick={() => setOpened(!opened)}
          >
            {t('filter')}
            {chips.length > 0 ? ` · ${chips.length}` : ''}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          className="ma-filters"
          onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
        >
          {[...likely, ...(whole ? others : [])].map((field) => (
            <FieldFilter
              key={field.name}
              def={def}
              field={field}
              condition={prompt.filter[field.name] ?? null}
              onChange={(condition) => put(field.name, condition)}
              speech={speech}
              labels={labels}
            />
          ))}
          {others.length > 0 && (
            <Button variant="subtle" className="ma-more" onClick={() => setWhole(!whole)}>
              {t(whole ? 'filterFewer' : 'filterMore', { count: others.length })}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {chips.map(([name, condition]) => (
        <button
          key={name}
          type="button"
          className="ma-chip"
          title={t('filterRemove', { name: own(`field.${name}`) })}
          onClick={() => put(name, null)}
        >
          <span className="ops-muted">{own(`field.${name}`)}</span>{' '}
          {conditionText(def, name, condition, speech, labels)} <IconX size={12} aria-hidden="true" />
        </button>
      ))}
      {isFiltered(prompt) && (
        <Button variant="subtle" onClick={() => onChange({ q: '', filter: {}, cancelled: false })}>
          {t('filterClear')}
        </Button>
      )}
    </>
  );
}

function conditionText(
  def: MasterDef,
  name: string,
  { op, value }: Condition,
  speech: Speech,
  labels: Labels,
): string {
  const { t } = speech;
  const field = def.filters.find((one) => one.name === name);
  const translate = (one: unknown): string =>
    field
      ? field.kind === 'choices'
        ? speech.own(`option.${name}.${String(one)}`)
        : fieldText(field.kind === 'references' ? { ...field, kind: 'reference' } : field, one, {
            ...speech,
            labels,
          })
      : String(one);
  if (op === 'blank') return t('op.blank');
  if (op === 'notBlank') return t('op.notBlank');
  const list = [value].flat();
  if (op === 'between')
    return `${field?.kind === 'date' ? formatDate(String(list[0])) : translate(list[0])} – ${translate(list[1])}`;
  if (op === 'gte') return `≥ ${translate(value)}`;
  if (op === 'lte') return `≤ ${translate(value)}`;
  return list.map(translate).join(', ');
}

interface FieldFilterProps {
  readonly def: MasterDef;
  readonly field: MasterField;
  readonly condition: Condition | null;
  readonly onChange: (condition: Condition | null) => void;
  readonly speech: Speech;
  readonly labels: Labels;
}

function FieldFilter({ def, field, condition, onChange, speech, labels }: FieldFilterProps): ReactNode {
  const { own, t, yes, no } = speech;
  const label = own(`field.${field.name}`);
  const blank = condition?.op === 'blank';
  const list = condition === null || blank ? [] : [condition.value].flat();
  switch (field.kind) {
    case 'yesNo':
    case 'choice':
    case 'choices': {
      const options =
        field.kind === 'yesNo'
          ? [
              { value: 1 as string | number, label: yes },
              { value: 0, label: no },
            ]
          : Object.keys(field.options ?? {}).map((value) => ({
              value: value as string | number,
              label: own(`option.${field.name}.${value}`),
            }));
      return (
        <fieldset className="ma-filter">
          <legend>{label}</legend>
          {options.map((one) => (
            <Checkbox
              key={one.value}
              size="xs"
              label={one.label}
              checked={list.includes(one.value)}
              onChange={(event) => {
                const next = event.currentTarget.checked
                  ? [...list, one.value]
                  : list.filter((value) => value !== one.value);
                onChange(next.length === 0 ? null : { op: 'in', value: next });
              }}
            />
          ))}
        </fieldset>
      );
    }
    case 'reference':
    case 'references':
      return (
        <div className="ma-filter">
          <ReferencesInput
            label={label}
            master={def.name}
            path={field.name}
            lookup={field.lookup!}
            labels={labels}
            value={list as number[]}
            onChange={(ids) => onChange(ids.length === 0 ? null : { op: 'in', value: ids })}
          />
          {!field.required && (
            <Checkbox
              size="xs"
              label={t('filterBlank')}
              aria-label={`${label}: ${t('filterBlank')}`}
              checked={blank}
              onChange={(event) => onChange(event.currentTarget.checked ? { op: 'blank' } : null)}
            />
          )}
        </div>
      );
    case 'date':
    case 'number':
    case 'decimal':
    case 'money':
    case 'percent': {
      const [from, to] =
        condition?.op === 'between'
          ? list
          : condition?.op === 'lte'
            ? [null, list[0]]
            : [list[0] ?? null, null];
      const put = (low: unknown, high: unknown): void =>
        onChange(
          low == null && high == null
            ? null
            : low == null
              ? { op: 'lte', value: high }
              : high == null
                ? { op: 'gte', value: low }
                : { op: 'between', value: [low, high] },
        );
      return (
        <fieldset className="ma-filter ma-range">
          <legend>{label}</legend>
          {field.kind === 'date' ? (
            <>
              <Field
                kind="date"
                label={t('from')}
                value={(from as string | null) ?? null}
                onChange={(value) => put(value, to)}
              />
              <Field
                kind="date"
                label={t('to')}
                value={(to as string | null) ?? null}
                onChange={(value) => put(from, value)}
              />
            </>
          ) : (
            <>
              <NumberField
                label={t('from')}
                value={(from as number | null) ?? null}
                onChange={(value) => put(value, to)}
                money={field.kind === 'money'}
              />
              <NumberField
                label={t('to')}
                value={(to as number | null) ?? null}
                onChange={(value) => put(from, value)}
                money={field.kind === 'money'}
              />
            </>
          )}
        </fieldset>
      );
    }
    default:
      return (
        <TextCondition
          label={label}
          value={condition?.op === 'contains' ? String(condition.value ?? '') : ''}
          onChange={(text) => onChange(text === '' ? null : { op: 'contains', value: text })}
        />
      );
  }
}

/** Applies text when typing pauses. */
function TextCondition({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return <Field kind="text" label={label} value={typed} onChange={setTyped} />;
}
