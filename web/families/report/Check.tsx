import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { partBefore } from '#shared/core/cut.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { CheckedFigure, ReportCheck } from '#shared/families/report-wire.ts';
import { api, type Query } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { formatNumber, formatSeconds } from '#web/locales/formats.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { FigureTable, type FigureColumn } from '#web/parts/FigureTable.tsx';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { valueText, type Naming } from './cells.ts';
import { route } from './declaration.ts';
import { measureText } from './Figures.tsx';
import { rowQuery } from './rows.ts';
import type { TranslateReport } from './translations.ts';

export interface CheckProps {
  readonly def: ReportDef;
  readonly query: Query;
  readonly naming: Naming;
  readonly t: TranslateReport;
}

/** Opens the comparison of the figures with their events; a report without events has none. */
export function CheckButton(props: CheckProps): ReactNode {
  const { def, t } = props;
  const [opened, setOpened] = useState(false);
  const run = (): void => setOpened(true);
  const possible = !def.model.kept;
  useCommands(possible ? [{ id: 'report.check', label: t('check'), keys: 'y', scope: 'screen', run }] : []);
  if (!possible) return null;
  return (
    <>
      <Button variant="default" rightSection={<KeyHint keys="y" />} onClick={run}>
        {t('check')}
      </Button>
      <Dialog
        open={opened}
        onClose={() => setOpened(false)}
        title={t('checkTitle')}
        width={640}
        actions={<Button onClick={() => setOpened(false)}>{t('close')}</Button>}
      >
        {opened && <Checked {...props} />}
      </Dialog>
    </>
  );
}

/** A replay may take half a minute. */
const mostMs = 40_000;

/** The check of the current filters; leaving it cancels it on the server. */
function Checked({ def, query, naming, t }: CheckProps): ReactNode {
  const check = useQuery({
    queryKey: ['report-check', def.name, query],
    queryFn: ({ signal }) =>
      api.get<ReportCheck>(route('check', def.name), { query: rowQuery(query), signal, timeout: mostMs }),
    gcTime: 0,
    retry: false,
  });
  if (check.error) return <InlineError failure={failureOf(check.error)} />;
  if (!check.data)
    return (
      <div role="status">
        <p>{t('checking')}</p>
        <Skeleton rows={4} />
      </div>
    );
  const { same, differing, ids, rows, events, figures, at } = check.data;
  const columns: readonly FigureColumn<CheckedFigure>[] = [
    { key: 'name', label: t('figure'), cell: ({ name }) => figureName(name, naming, t) },
    {
      key: 'shown',
      label: t('shownFigure'),
      figures: true,
      cell: (one) => textOf(def, one, one.shown, naming),
    },
    { key: 'anew', label: t('anew'), figures: true, cell: (one) => textOf(def, one, one.anew, naming) },
    {
      key: 'same',
      label: t('verdict'),
      cell: (one) => (one.shown === one.anew ? t('equal') : <b className="rp-differs">{t('differs')}</b>),
    },
  ];
  return (
    <>
      <p role="status" className={same ? undefined : 'rp-differs'}>
        {same
          ? t('checkSame', {
              rows: formatNumber(rows, 0),
              events: formatNumber(events, 0),
              time: formatSeconds(at),
            })
          : t('checkDiffers', { count: differing, events: formatNumber(events, 0) })}
      </p>
      {ids.length > 0 && <p className="ops-muted">{t('checkIds', { ids: ids.join(', ') })}</p>}
      <FigureTable label={t('checkTitle')} columns={columns} rows={figures} id={({ name }) => name} />
    </>
  );
}

function figureName(name: string, { label }: Naming, t: TranslateReport): string {
  if (name === 'total') return t('rows');
  const [kind, own] = [partBefore(name, '.'), name.slice(name.indexOf('.') + 1)];
  return kind === 'total' ? t('totalOf', { name: label(`column.${own}`) }) : label(`measure.${own}`);
}

function textOf(def: ReportDef, { name }: CheckedFigure, value: number | null, naming: Naming): string {
  if (value === null) return '–';
  const measure = def.measures.find((one) => `measure.${one.name}` === name);
  if (measure) return measureText(def, measure, value);
  const column = def.columns.find((one) => name === `total.${one.name}`);
  return column ? valueText(column, value, naming) : formatNumber(value, 0);
}
