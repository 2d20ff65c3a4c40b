import { Button, Menu, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import type { ReactNode } from 'react';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { IconDownload, IconPrinter } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { ListNote } from '#web/parts/list/ListHead.tsx';
import type { TranslateReport } from './translations.ts';
import type { Exports } from './use-exports.ts';
import type { ReportFiles } from './use-report-files.ts';

export interface ExportMenuProps {
  readonly files: ReportFiles;
  readonly exports: Exports;
  /** Why nothing can be exported; null where it can. */
  readonly off: string | null;
  readonly t: TranslateReport;
}

/** Files of the report: new ones, and those of the last day. */
export function ExportMenu({ files, exports, off, t }: ExportMenuProps): ReactNode {
  const ready = exports.kept.filter(({ state }) => state === 'ready');
  return (
    <Menu position="bottom-end" withinPortal onOpen={exports.look}>
      <Menu.Target>
        <Button
          variant="default"
          loading={files.busy}
          disabled={off !== null}
          title={off ?? undefined}
          leftSection={<IconDownload size={14} />}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
        <Menu.Item rightSection={<KeyHint keys="x" />} onClick={() => files.exportTo('csv')}>
          {t('exportCsv')}
        </Menu.Item>
        <Menu.Item rightSection={<KeyHint keys="Shift+X" />} onClick={() => files.exportTo('xlsx')}>
          {t('exportXlsx')}
        </Menu.Item>
        <Menu.Item rightSection={<KeyHint keys="Shift+C" />} onClick={files.copy}>
          {t('copySheet')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPrinter size={14} />}
          rightSection={<KeyHint keys="p" />}
          onClick={files.print}
        >
          {t('print')}
        </Menu.Item>
        {ready.length > 0 && <Menu.Divider />}
        {ready.length > 0 && <Menu.Label>{t('exportsKept')}</Menu.Label>}
        {ready.map((one) => (
          <Menu.Item key={one.id} onClick={() => exports.download(one)}>
            {t('exportKept', {
              time: formatInstant(one.madeAt),
              rows: formatNumber(one.total, 0),
              format: one.fileName.endsWith('.csv') ? 'CSV' : 'XLSX',
            })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far the running export is, and how to stop it. */
export function ExportProgress({ exports, t }: Pick<ExportMenuProps, 'exports' | 't'>): ReactNode {
  const { underWay } = exports;
  if (!underWay) return null;
  const { done, total, state } = underWay;
  const text =
    state === 'waiting'
      ? t('exportWaits')
      : t('exporting', { done: formatNumber(done, 0), total: formatNumber(total, 0) });
  return (
    <div className="rp-exporting">
      <ListNote>{text}</ListNote>
      <Progress.Root className="rp-progress">
        <Progress.Section value={total === 0 ? 100 : (done * 100) / total} aria-label={text} />
      </Progress.Root>
      <Button variant="default" onClick={() => exports.cancel(underWay)}>
        {t('cancelExport')}
      </Button>
    </div>
  );
}
