import { Button, Menu } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ColumnChooser } from '#web/parts/grid/around.tsx';
import type { GridControl } from '#web/parts/grid/control.ts';
import { IconDownload, IconPlus, IconPrinter, IconUpload } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import type { Offer } from './Life.tsx';
import type { ListRow } from './list-rows.ts';
import type { MasterPlug } from './plug.ts';
import type { ListFiles } from './use-list-files.ts';
import type { ListState } from './use-list-state.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

export interface ListToolsProps {
  readonly parts: {
    readonly def: MasterDef;
    readonly masters: Masters;
    readonly speech: Speech;
    readonly labels: Labels;
  };
  readonly plug: MasterPlug;
  readonly state: ListState;
  readonly control: GridControl<ListRow>;
  readonly narrow: boolean;
  readonly makes: boolean;
  /** Why nothing can be created here; null when it can. */
  readonly offNew: string | null;
  readonly offers: readonly Offer[];
  readonly bulk: { readonly off: string | null; readonly count: number; readonly open: () => void } | null;
  readonly onNew: () => void;
  readonly onImport: (() => void) | null;
  readonly files: ListFiles;
}

/** Actions above the list: create, bulk change, saved views, files, print, columns. */
export function ListTools(props: ListToolsProps): ReactNode {
  const { parts, plug, state, control, narrow, makes, offNew, offers, bulk, onNew, onImport, files } = props;
  const { def, speech } = parts;
  const { t } = speech;
  const Bar = plug.Bar as ComponentType<any> | undefined;
  return (
    <div className="ma-bar ma-tools" role="toolbar" aria-label={t('tools')}>
      {makes && (
        <ActionButton
          label={t('new')}
          keys="n"
          primary
          icon={<IconPlus size={14} />}
          disabled={offNew}
          onClick={onNew}
        />
      )}
      {!narrow &&
        offers
          .filter(({ main, id }) => main && !id.startsWith('move.'))
          .slice(0, 4)
          .map((one) => (
            <ActionButton
              key={one.id}
              label={one.label}
              {...(one.keys ? { keys: one.keys } : {})}
              disabled={one.off}
              onClick={one.run}
            />
          ))}
      {bulk && !narrow && (
        <ActionButton
          label={bulk.count > 0 ? t('bulkOf', { count: bulk.count }) : t('bulk')}
          keys="b"
          disabled={bulk.off}
          onClick={bulk.open}
        />
      )}
      {Bar && <Bar {...parts} />}
      <span className="ma-bar-end">
        <ViewsMenu def={def} state={state} control={control} />
        {onImport && def.series && (
          <ActionButton
            label={speech.own('action.series')}
            keys="Shift+I"
            disabled={offNew}
            onClick={onImport}
          />
        )}
        {onImport && (
          <ActionButton
            label={t('import')}
            keys="i"
            icon={<IconUpload size={14} />}
            disabled={offNew}
            onClick={onImport}
          />
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" loading={files.busy} leftSection={<IconDownload size={14} />}>
              {t('export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item rightSection={<KeyHint keys="x" />} onClick={() => files.exportTo('csv')}>
              {t('exportCsv')}
            </Menu.Item>
            <Menu.Item rightSection={<KeyHint keys="Shift+X" />} onClick={() => files.exportTo('xlsx')}>
              {t('exportXlsx')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconPrinter size={14} />}
              rightSection={<KeyHint keys="p" />}
              onClick={files.print}
            >
              {t('print')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {!narrow && <ColumnChooser control={control} />}
      </span>
    </div>
  );
}
