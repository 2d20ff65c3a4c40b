import { useFrame } from '#web/locales/translations.ts';
import { useCommands } from '../commands/use-commands.ts';
import type { GridControl } from './control.ts';
import type { GridRow } from './source.ts';

/** The keys of a list. Those that the grid hears itself are only listed here. */
export function useGridKeys<R extends GridRow>({
  off,
  control,
  settles,
  edits,
  open,
}: {
  /** Another list of the screen has the keys. */
  readonly off: boolean;
  readonly control: GridControl<R>;
  readonly settles: boolean;
  readonly edits: boolean;
  readonly open?: (row: R | null) => void;
}): void {
  const t = useFrame();
  useCommands(
    off
      ? []
      : [
          {
            id: 'grid.next',
            label: t('grid.next'),
            keys: 'j',
            scope: 'grid',
            quiet: true,
            run: () => control.move(1),
          },
          {
            id: 'grid.previous',
            label: t('grid.previous'),
            keys: 'k',
            scope: 'grid',
            quiet: true,
            run: () => control.move(-1),
          },
          ...(open
            ? [
                {
                  id: 'grid.open',
                  label: t('grid.open'),
                  keys: 'Enter',
                  scope: 'grid' as const,
                  quiet: true,
                  listedOnly: true,
                  run: () => open(control.current()),
                },
              ]
            : []),
          ...(settles
            ? [
                {
                  id: 'grid.settle',
                  label: t('grid.settle'),
                  keys: 'r',
                  scope: 'grid' as const,
                  run: () => control.settle(),
                },
              ]
            : []),
          ...(edits
            ? [
                {
                  id: 'grid.edit',
                  label: t('grid.edit'),
                  keys: 'F2',
                  scope: 'grid' as const,
                  quiet: true,
                  listedOnly: true,
                  run: () => {},
                },
              ]
            : []),
          {
            id: 'grid.copy',
            label: t('grid.copyRows'),
            keys: '$mod+c',
            scope: 'grid',
            quiet: true,
            listedOnly: true,
            run: () => {},
          },
        ],
  );
}
