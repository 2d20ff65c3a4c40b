import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconCheck, IconColumns } from '../icons.ts';
import { KeyHint } from '../KeyHint.tsx';
import { useGridNow } from './control.ts';
import type { GridControl } from './control.ts';
import './grid.css';

/** "12 new · R": new rows waiting to be shown. Renders nothing when there are none. */
export function LeasePill({ control }: { control: GridControl<any> }): ReactNode {
  const t = useFrame();
  const { held, gone } = useGridNow(control);
  if (held === 0) return null;
  return (
    <button
      type="button"
      className="ops-held"
      title={t('grid.settle')}
      aria-keyshortcuts="r"
      onClick={() => control.settle()}
    >
      <bdi>
        {t('grid.held', { count: held })}
        {gone > 0 && <> · {t('grid.heldGone', { count: gone })}</>}
      </bdi>{' '}
      <KeyHint keys="r" />
    </button>
  );
}

export function ColumnChooser({ control }: { control: GridControl<any> }): ReactNode {
  const t = useFrame();
  const { columns } = useGridNow(control);
  return (
    <Menu closeOnItemClick={false} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns size={16} />}>
          {t('grid.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
        {columns.map((column) => (
          <Menu.Item
            key={column.id}
            role="menuitemcheckbox"
            aria-checked={column.visible}
            leftSection={column.visible ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => control.showColumn(column.id, !column.visible)}
          >
            {column.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => control.resetColumns()}>{t('grid.columnsReset')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows the columns that do not fit, or hides them again; nothing while all fit. */
function MoreColumns({ control }: { control: GridControl<any> }): ReactNode {
  const t = useFrame();
  const { columns, unfolded } = useGridNow(control);
  const folded = columns.filter((column) => column.folded);
  if (folded.length === 0 && !unfolded) return null;
  return (
    <button
      type="button"
      className="ops-grid-more"
      aria-expanded={folded.length === 0}
      {...(folded.length > 0 ? { title: folded.map(({ label }) => label).join(', ') } : {})}
      onClick={() => control.unfold(folded.length > 0)}
    >
      {folded.length > 0 ? t('grid.moreColumns', { count: folded.length }) : t('grid.fewerColumns')}
    </button>
  );
}

/** The footer of a list: rows shown, rows in total, rows selected; or how far the rows have arrived. */
export function GridFoot({
  control,
  arriving,
  children,
}: {
  control: GridControl<any>;
  arriving?: string | null;
  children?: ReactNode;
}): ReactNode {
  const t = useFrame();
  const { shown, total, selected } = useGridNow(control);
  return (
    <div className="ops-grid-foot ops-figures">
      <span dir="auto">
        {arriving ??
          (shown === total
            ? t('grid.rows', { count: total, shown: formatNumber(total) })
            : t('grid.rowsOf', { shown: formatNumber(shown), total: formatNumber(total) }))}
      </span>
      {selected.length > 1 && <span dir="auto">{t('grid.selected', { count: selected.length })}</span>}
      {children}
      <MoreColumns control={control} />
    </div>
  );
}
