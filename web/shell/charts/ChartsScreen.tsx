import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cutText } from '#shared/core/cut.ts';
import type { SavedChart } from '#shared/streams/people/preference.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Chart } from '#web/parts/chart/Chart.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { IconChartBar, IconX } from '#web/parts/icons.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage, useTranslations } from '#web/locales/translations.ts';
import { useMe } from '../me.ts';
import { usePreference } from '../use-preference.ts';
import type { Source } from './sources.ts';
import { sourcesOf } from './sources.ts';
import { cellText, dayText, fieldsOf, rowsOf, tally } from './tally.ts';
import { knownFields, useChartTranslations } from './translations.ts';
import '../screens/screens.css';
import './charts.css';

const kinds = ['bar', 'line', 'area', 'pie'] as const;
type Kind = (typeof kinds)[number];

/**
 * A chart workbench over live lists: list, grouping, measure and chart type; the choice is in the address and
 * can be saved.
 */
export function ChartsScreen(): ReactNode {
  const t = useChartTranslations();
  const me = useMe();
  const language = useLanguage();
  const [query] = useSearchParams();
  const sources = sourcesOf(me, language, { attendance: t('attendance'), appointments: t('appointments') });
  const source = sources.find(({ feed }) => feed === query.get('list')) ?? sources[0];
  if (!source)
    return (
      <EmptyState title={t('noLists')} mark={<IconChartBar size={28} stroke={1.5} />}>
        {t('noListsText')}
      </EmptyState>
    );
  return <Workbench key={source.feed} source={source} sources={sources} />;
}

function Workbench({ source, sources }: { source: Source; sources: readonly Source[] }): ReactNode {
  const t = useChartTranslations();
  const [query, setQuery] = useSearchParams();
  const feed = useFeed(source.feed);
  const rows = useFeedRows(feed.rows);
  const name = useFieldNames(source);
  const value = useValueNames(source);
  const fields = fieldsOf(rows);
  const splits = fields.splits.filter((field) => name(field) !== null);
  const measures = [
    'count',
    ...fields.sums
      .filter((field) => name(field) !== null)
      .flatMap((field) => [`sum:${field}`, `avg:${field}`]),
  ];
  const split =
    splits.find((one) => one === query.get('split')) ?? (splits.includes('state') ? 'state' : splits[0]);
  const measure = measures.find((one) => one === query.get('measure')) ?? 'count';
  const kind: Kind = kinds.find((one) => one === query.get('kind')) ?? 'bar';
  const choose = (change: Readonly<Record<string, string>>): void =>
    setQuery(
      {
        ...{ list: source.feed, split: split ?? '', measure, kind },
        ...(picked && !('split' in change) ? { group: picked.key } : {}),
        ...change,
      },
      { replace: true },
    );
  const pick = (label: string): void => {
    const group = result?.groups.find(({ key }) => value(split!, key) === label);
    if (group) choose({ group: group.key });
  };
  const measureName = (one: string): string =>
    one === 'count' ? t('count') : t(one.startsWith('sum:') ? 'sum' : 'avg', { field: name(one.slice(4)) });
  const title = split ? t('title', { measure: measureName(measure), split: name(split) }) : source.title;
  const result = split ? tally(rows, split, measure) : null;
  const picked = result?.groups.find(({ key }) => key === query.get('group')) ?? null;

  return (
    <div className="sh-charts">
      <div className="sh-charts-choice">
        <NativeSelect
          label={t('list')}
          value={source.feed}
          data={sources.map(({ feed: one, title: label }) => ({ value: one, label }))}
          onChange={(event) => setQuery({ list: event.currentTarget.value }, { replace: true })}
        />
        <NativeSelect
          label={t('split')}
          value={split ?? ''}
          data={splits.map((one) => ({ value: one, label: name(one)! }))}
          onChange={(event) => choose({ split: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('measure')}
          value={measure}
          data={measures.map((one) => ({ value: one, label: measureName(one) }))}
          onChange={(event) => choose({ measure: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('kind')}
          value={kind}
          data={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
          onChange={(event) => choose({ kind: event.currentTarget.value })}
        />
        <Freshness {...feed.freshness} />
      </div>
      {!feed.rows.complete && feed.condition !== 'denied' ? (
        <Skeleton />
      ) : feed.condition === 'denied' ? (
        <EmptyState title={feed.message ?? ''} />
      ) : rows.length === 0 || !result ? (
        <EmptyState
          title={t(rows.length === 0 ? 'noRows' : 'fewer')}
          mark={<IconChartBar size={28} stroke={1.5} />}
        />
      ) : (
        <div className="sh-charts-chart">
          <Chart
            title={title}
            kind={kind}
            categories={result.groups.map(({ key }) => value(split!, key))}
            series={[{ name: measureName(measure), values: result.groups.map((group) => group.value) }]}
            height={360}
            onPick={pick}
          />
          <p className="ops-muted ops-figures">
            {source.title} · {t('rows', { count: result.total })}
          </p>
          {split && picked && (
            <Rows
              title={t('rowsOf', { value: value(split, picked.key), count: picked.rows })}
              rows={rowsOf(rows, split, picked.key)}
              source={source}
              onClose={() => setQuery({ list: source.feed, split, measure, kind }, { replace: true })}
            />
          )}
        </div>
      )}
      <Saved
        now={split ? { title, list: source.feed, split, measure, kind } : null}
        onOpen={({ list, split: s, measure: m, kind: k }) =>
          setQuery({ list, split: s, measure: m, kind: k })
        }
      />
    </div>
  );
}

const MOST_ROWS = 100;
const MOST_COLUMNS = 8;

/** The rows behind a figure, in the columns that have a name; the list itself is one step away. */
function Rows({
  title,
  rows,
  source,
  onClose,
}: {
  title: string;
  rows: readonly Row[];
  source: Source;
  onClose: () => void;
}): ReactNode {
  const t = useChartTranslations();
  const name = useFieldNames(source);
  const value = useValueNames(source);
  const shown = rows.slice(0, MOST_ROWS);
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))]
    .filter((field) => name(field) !== null && shown.some((row) => cellText(row[field]) !== ''))
    .slice(0, MOST_COLUMNS);
  return (
    <section className="sh-charts-rows" aria-label={title}>
      <h2>
        {title}{' '}
        <Link className="ops-link" to={source.path}>
          {t('openList')}
        </Link>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>
          {t('closeRows')}
        </Button>
      </h2>
      <div className="ops-chart-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              {columns.map((field) => (
                <th key={field} scope="col">
                  {name(field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                {columns.map((field) => (
                  <td key={field}>
                    {typeof row[field] === 'object' || cellText(row[field]) === ''
                      ? cellText(row[field])
                      : value(field, cellText(row[field]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && <p className="ops-muted">{t('rowsFirst', { n: MOST_ROWS })}</p>}
    </section>
  );
}

function Saved({
  now,
  onOpen,
}: {
  now: Omit<SavedChart, 'id'> | null;
  onOpen: (chart: SavedChart) => void;
}): ReactNode {
  const t = useChartTranslations();
  const {
    value: saved,
    save,
    pending,
    failure,
    dismiss,
  } = usePreference<readonly SavedChart[]>('charts', []);
  const [title, setTitle] = useState('');
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!now) return;
    const chart = { ...now, id: crypto.randomUUID(), title: title.trim() || cutText(now.title, 60) };
    if (!(await save([...saved, chart]))) return;
    setTitle('');
    toast({ text: t('savedOne', { title: chart.title }), tone: 'ok' });
  };
  return (
    <section className="sh-charts-saved">
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {saved.length > 0 && <h2>{t('saved')}</h2>}
      <ul>
        {saved.map((chart) => (
          <li key={chart.id}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(chart)}>
              {chart.title}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('remove', { title: chart.title })}
              onClick={() => void save(saved.filter(({ id }) => id !== chart.id))}
            >
              <IconX size={14} />
            </Button>
          </li>
        ))}
      </ul>
      <form className="sh-inline-form" onSubmit={(event) => void add(event)}>
        <TextInput
          label={t('saveAs')}
          value={title}
          maxLength={60}
          placeholder={cutText(now?.title ?? '', 60)}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={pending} disabled={now === null}>
          {t('save')}
        </Button>
      </form>
    </section>
  );
}

/**
 * Label of a field from its list's translations or ours; null for fields without one, which are not offered.
 */
function useFieldNames({ translations }: Source): (field: string) => string | null {
  const own = useChartTranslations();
  const { t } = useTranslations(translations);
  return (field) => {
    const hour = field.startsWith('hour:');
    const bare = hour ? field.slice('hour:'.length) : field;
    const key = `column.${bare}`;
    const text = t(key);
    const name = text !== key ? text : knownFields.has(bare) ? own(`field.${bare}` as never) : null;
    return name !== null && hour ? own('hour', { field: name }) : name;
  };
}

/** Display text of a value: places and languages by name, states translated, days formatted. */
function useValueNames({ translations }: Source): (split: string, key: string) => string {
  const own = useChartTranslations();
  const me = useMe();
  const language = useLanguage();
  const { t } = useTranslations(translations);
  return (split, key) => {
    if (key === '') return own('none');
    if (key === 'true' || key === 'false') return own(key === 'true' ? 'yes' : 'no');
    if (/pooid$/i.test(split)) return me.poos.find(({ id }) => String(id) === key)?.name ?? key;
    if (split === 'language' && /^[a-z]{2,3}$/.test(key))
      return new Intl.DisplayNames([language], { type: 'language' }).of(key) ?? key;
    const text = t(`${split}.${key}`);
    if (text !== `${split}.${key}`) return text;
    const ours = own(`value.${key}` as never);
    return ours === `value.${key}` ? dayText(key) : ours;
  };
}
