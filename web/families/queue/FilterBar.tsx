import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconChevronDown, IconFilter, IconSearch, IconX } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { countValues, isFiltered, noFilters } from './filters.ts';
import type { QueueFilters } from './filters.ts';
import { useNames } from './places.ts';
import { useQueueTranslations } from './translations.ts';
import { searchKeys } from '#web/parts/list/search-keys.ts';
import { compareTexts } from '#shared/core/collation.ts';

export interface FilterBarProps {
  readonly def: QueueDef;
  readonly rows: readonly QueueRow[];
  /** Whether all rows are here, so that values can be counted. */
  readonly known: boolean;
  readonly filters: QueueFilters;
  readonly onChange: (next: QueueFilters) => void;
  readonly narrow: boolean;
}

/** Filters of every queue are always visible; the rest of the declared ones are behind one button. */
const first: readonly ColumnDef['kind'][] = ['place', 'language'];
const isFirst = (column: ColumnDef): boolean => first.includes(column.kind) || column.name === 'state';

export function FilterBar({ def, rows, known, filters, onChange, narrow }: FilterBarProps): ReactNode {
  const t = useQueueTranslations();
  const frame = useFrame();
  const field = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'queue.find',
      label: t('find'),
      keys: '/',
      scope: 'screen',
      quiet: true,
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);
  const sets = def.columns.filter((column) => column.filter === 'set');
  const open = narrow ? [] : sets.filter(isFirst);
  const rest = narrow ? sets : sets.filter((column) => !isFirst(column));
  const put = (key: string, values: readonly string[]): void =>
    onChange({
      ...filters,
      sets: Object.fromEntries([
        ...Object.entries(filters.sets).filter(([name]) => name !== key),
        ...(values.length > 0 ? [[key, values]] : []),
      ]),
    });
  const active = rest.filter(({ name }) => (filters.sets[name]?.length ?? 0) > 0).length;
  return (
    <>
      <TextInput
        ref={field}
        className="qu-search"
        type="search"
        aria-label={t('find')}
        placeholder={frame('search')}
        value={filters.search}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        rightSection={filters.search ? undefined : <KeyHint keys="/" />}
        rightSectionPointerEvents="none"
        aria-keyshortcuts="/"
        onChange={(event) => onChange({ ...filters, search: event.currentTarget.value })}
        onKeyDown={(event) => searchKeys(event, () => onChange({ ...filters, search: '' }))}
      />
      {open.map((column) => (
        <SetFilter
          key={column.name}
          def={def}
          column={column}
          rows={rows}
          known={known}
          chosen={filters.sets[column.name] ?? []}
          onChange={(values) => put(column.name, values)}
        />
      ))}
      {rest.length > 0 && (
        <Popover position="bottom-start" withinPortal trapFocus>
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconFilter size={14} />}
              data-active={active > 0 || undefined}
            >
              {narrow ? t('filter') : t('moreFilters')}
              {active > 0 ? ` · ${active}` : ''}
            </Button>
          </Popover.Target>
          <Popover.Dropdown className="qu-more">
            <MoreFilters def={def} columns={rest} rows={rows} known={known} filters={filters} put={put} />
          </Popover.Dropdown>
        </Popover>
      )}
      {isFiltered(filters) && (
        <Button variant="subtle" leftSection={<IconX size={14} />} onClick={() => onChange(noFilters)}>
          {t('clearFilters')}
        </Button>
      )}
    </>
  );
}

function MoreFilters({
  def,
  columns,
  rows,
  known,
  filters,
  put,
}: {
  def: QueueDef;
  columns: readonly ColumnDef[];
  rows: readonly QueueRow[];
  known: boolean;
  filters: QueueFilters;
  put: (key: string, values: readonly string[]) => void;
}): ReactNode {
  const own = useTranslations(def.name).t;
  return columns.map((column) => (
    <fieldset key={column.name} className="qu-fieldset">
      <legend>{own(`column.${column.name}`)}</legend>
      <Values
        def={def}
        column={column}
        rows={rows}
        known={known}
        chosen={filters.sets[column.name] ?? []}
        onChange={(values) => put(column.name, values)}
      />
    </fieldset>
  ));
}

interface SetProps {
  readonly def: QueueDef;
  readonly column: ColumnDef;
  readonly rows: readonly QueueRow[];
  readonly known: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function SetFilter(props: SetProps): ReactNode {
  const { def, column, chosen } = props;
  const t = useQueueTranslations();
  const own = useTranslations(def.name).t;
  const translate = useValueText(def, column);
  const [opened, setOpened] = useState(false);
  const title = own(`column.${column.name}`);
  const now =
    chosen.length === 0
      ? title
      : chosen.length === 1
        ? translate(chosen[0]!)
        : t('chosen', { first: translate(chosen[0]!), count: chosen.length - 1 });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className="qu-set"
          data-active={chosen.length > 0 || undefined}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`${title}: ${chosen.length === 0 ? t('any') : chosen.map(translate).join(', ')}`}
          onClick={() => setOpened(!opened)}
        >
          {now}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="qu-more">
        <Values {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Values({ def, column, rows, known, chosen, onChange }: SetProps): ReactNode {
  const translate = useValueText(def, column);
  const values = [...countValues(rows, column.name, chosen)].sort((a, b) =>
    compareTexts(translate(a[0]), translate(b[0])),
  );
  return (
    <div className="qu-values">
      {values.map(([value, count]) => (
        <Checkbox
          key={value}
          size="xs"
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
          label={
            <span className="qu-value">
              {translate(value)} <span className="ops-muted ops-figures">{known ? count : '–'}</span>
            </span>
          }
        />
      ))}
    </div>
  );
}

function useValueText(def: QueueDef, column: ColumnDef): (value: string) => string {
  const own: Translate = useTranslations(def.name).t;
  const frame = useFrame();
  const { place, language } = useNames();
  return (value) => {
    if (value === '-') return frame('none');
    switch (column.kind) {
      case 'place':
        return place(Number(value));
      case 'language':
        return language(value);
      case 'status':
        return own(`${column.of}.${value}`);
      case 'yesNo':
        return frame(value === 'true' ? 'yes' : 'no');
      default:
        return value;
    }
  };
}
