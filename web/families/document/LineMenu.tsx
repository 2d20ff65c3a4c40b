import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DocumentLine } from '#shared/streams/documents/state.ts';
import type { DocumentAction } from '#shared/families/document.ts';
import { IconDots } from '#web/parts/icons.ts';
import type { Translate } from '#web/locales/translations.ts';

/** The actions on one line; renders nothing where there are none. */
export function LineMenu({
  actions,
  line,
  own,
  label,
  onAction,
}: {
  actions: readonly DocumentAction[];
  line: DocumentLine;
  own: Translate;
  label: string;
  onAction: (action: DocumentAction, line: DocumentLine) => void;
}): ReactNode {
  const offered = actions.filter((action) => action.line?.(line));
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={label}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => (
          <Menu.Item
            key={action.name}
            color={action.danger ? 'danger' : undefined}
            onClick={() => onAction(action, line)}
          >
            {own(`action.${action.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
