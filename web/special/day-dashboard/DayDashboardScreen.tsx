import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { addDays, businessDay } from '#shared/core/day.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { Measure } from '#shared/families/report-measure.ts';
import type { ReportSummary } from '#shared/families/report-wire.ts';
import { loadReport, route } from '#web/families/report/declaration.ts';
import { changeText, measureText } from '#web/families/report/Figures.tsx';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { meetsNeed, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { addTranslations, useTranslations, type Translate } from '#web/locales/translations.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { IconChevronLeft, IconChevronRight } from '#web/parts/icons.ts';
import { ListBar, ListScreen } from '#web/parts/list/ListHead.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { dayFrom, weekBefore } from './day.ts';
import { sections, type SectionKey } from './sections.ts';
import { dayDashboardTranslations } from './translations.ts';
import './day-dashboard.css';

addTranslations('day-dashboard', dayDashboardTranslations);

/**
 * One day, section by section, compared with the mean of the previous week; each figure leads to its report.
 */
export function DayDashboardScreen(): ReactNode {
  const { t } = useTranslations('day-dashboard');
  const { date } = useParams();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const today = businessDay(serverClock.now());
  // `DD` stands for a day that is chosen on the page.
  const chosen = date === undefined;
  const day = chosen ? (dayFrom(params.get('day'), today) ?? today) : dayFrom(date, today);
  const go = (to: string): void =>
    void navigate(chosen ? `${pathname}?day=${to}` : pathname.replace(/[^/]+$/, to), { replace: true });
  useCommands([
    {
      id: 'day.previous',
      label: t('previous'),
      keys: 'p',
      scope: 'screen',
      run: () => day && go(addDays(day, -1)),
    },
    {
      id: 'day.next',
      label: t('next'),
      keys: 'n',
      scope: 'screen',
      disabled: day === null || day >= today ? t('noDayText') : null,
      run: () => day && day < today && go(addDays(day, 1)),
    },
  ]);
  if (day === null)
    return (
      <EmptyState
        title={t('noDay')}
        actions={
          <Button variant="light" onClick={() => go(today)}>
            {t('today')}
          </Button>
        }
      >
        {t('noDayText')}
      </EmptyState>
    );
  return (
    <ListScreen>
      <ListBar>
        <Tooltip label={t('previous')}>
          <ActionIcon aria-label={t('previous')} aria-keyshortcuts="p" onClick={() => go(addDays(day, -1))}>
            <IconChevronLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <div className="dd-day">
          <Field
            kind="date"
            name="day"
            label={t('day')}
            value={day}
            onChange={(next) => {
              const known = dayFrom(next, today);
              if (known) go(known);
            }}
          />
        </div>
        <Tooltip label={t('next')}>
          <ActionIcon
            aria-label={t('next')}
            aria-keyshortcuts="n"
            disabled={day >= today}
            onClick={() => go(addDays(day, 1))}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Tooltip>
      </ListBar>
      <Sections day={day} t={t} />
    </ListScreen>
  );
}

function Sections({ day, t }: { readonly day: string; readonly t: Translate }): ReactNode {
  const person = usePerson();
  const defs = use(loadAll());
  const open = sections.flatMap(({ key, reports }) => {
    const own = reports.flatMap((name) => {
      const def = defs.get(name);
      return def && meetsNeed(person, def.need) ? [def] : [];
    });
    return own.length === 0 ? [] : [{ key, own }];
  });
  if (open.length === 0) return <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>;
  return (
    <div className="dd-sections">
      {open.map(({ key, own }) => (
        <Section key={key} name={key} defs={own} day={day} t={t} />
      ))}
    </div>
  );
}

let all: Promise<ReadonlyMap<string, ReportDef>> | null = null;
function loadAll(): Promise<ReadonlyMap<string, ReportDef>> {
  all ??= Promise.all(
    sections.flatMap(({ reports }) => reports.map(async (name) => [name, await loadReport(name)] as const)),
  ).then((list) => new Map(list));
  return all;
}

function Section({
  name,
  defs,
  day,
  t,
}: {
  readonly name: SectionKey;
  readonly defs: readonly ReportDef[];
  readonly day: string;
  readonly t: Translate;
}): ReactNode {
  return (
    <section className="dd-section" aria-label={t(`section.${name}`)}>
      <h2>{t(`section.${name}`)}</h2>
      {defs.map((def) => (
        <Report key={def.name} def={def} day={day} many={defs.length > 1} t={t} />
      ))}
    </section>
  );
}

const useSummary = (def: ReportDef, from: string, to: string, live: boolean) =>
  useQuery({
    queryKey: ['day-dashboard', def.name, from, to],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<ReportSummary>(route('summary', def.name), { query: { from, to }, signal }),
    ...(live ? { refetchInterval: 30_000 } : {}),
  });

function Report({
  def,
  day,
  many,
  t,
}: {
  readonly def: ReportDef;
  readonly day: string;
  readonly many: boolean;
  readonly t: Translate;
}): ReactNode {
  const own = useTranslations(def.name).t;
  const before = weekBefore(day);
  const now = useSummary(def, day, day, day === businessDay(serverClock.now()));
  const week = useSummary(def, before.from, before.to, false);
  const href = `/${def.route.replace(/^\//, '')}?from=${day}&to=${day}`;
  return (
    <div className="dd-report">
      <Link to={href} className="dd-link" title={t('open')}>
        {many ? own('title') : t('open')}
      </Link>
      {now.error && <InlineError failure={failureOf(now.error)} onRetry={() => void now.refetch()} />}
      {!now.error && (
        <dl>
          {def.measures.map((measure) => (
            <div key={measure.name}>
              <dt title={own(`means.${measure.name}`)}>{own(`measure.${measure.name}`)}</dt>
              <dd className="ops-figures">
                {now.data ? (
                  measureText(def, measure, now.data.measures[measure.name])
                ) : (
                  <Skeleton height={20} width={60} />
                )}
                <Beside def={def} measure={measure} now={now.data} week={week.data} t={t} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/**
 * Sums and counts are compared with a mean of days; shares and medians of a week cannot be divided by seven.
 */
const additive = ({ kind }: Measure): boolean => kind === 'count' || kind === 'sum';

function Beside({
  def,
  measure,
  now,
  week,
  t,
}: {
  readonly def: ReportDef;
  readonly measure: Measure;
  readonly now: ReportSummary | undefined;
  readonly week: ReportSummary | undefined;
  readonly t: Translate;
}): ReactNode {
  if (!additive(measure)) return null;
  const sum = week?.measures[measure.name];
  const value = now?.measures[measure.name];
  const by = changeText(def, measure, value, sum === null || sum === undefined ? null : sum / 7);
  if (by === null) return null;
  const how = by.startsWith('+') ? 'more' : by.startsWith('−') ? 'less' : 'same';
  const text = t(how, { by: by.replace(/^[+−±]/, '') });
  const mean = t('week', {
    value: measureText(def, measure, sum === null || sum === undefined ? null : Math.round(sum / 7)),
  });
  return (
    <span className="dd-change" title={`${text}. ${mean}`}>
      <span aria-hidden="true">{how === 'same' ? '=' : by}</span>
      <span className="ops-hidden">{text}</span>
    </span>
  );
}
