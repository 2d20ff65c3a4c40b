import { Menubar } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { IconChevronDown, IconChevronRight } from '#web/parts/icons.ts';
import { useDirection } from '../layout/use-direction.ts';
import { useWidth } from '../layout/viewport.ts';
import { topMenuFor } from '../layout-rules.ts';
import { useShell } from '../translations.ts';
import { Badge } from './Badge.tsx';
import type { MenuItem } from './menu.ts';
import { linksOf, topItems } from './menu.ts';
import { useMenu } from './use-menu.ts';
import './menu.css';

function Leaf({ item }: { item: MenuItem }): ReactNode {
  const navigate = useNavigate();
  return (
    <Menubar.Item
      className="sh-bar-item"
      onSelect={() =>
        item.type === 'extLink'
          ? void window.open(item.state, '_blank', 'noopener,noreferrer')
          : void navigate(item.state)
      }
    >
      <span className="sh-nav-name">{item.name}</span>
      {item.badges?.map(({ feed }) => (
        <Badge key={feed} feed={feed} />
      ))}
    </Menubar.Item>
  );
}

function Below({ item }: { item: MenuItem }): ReactNode {
  if (item.type !== 'dropDown') return <Leaf item={item} />;
  return (
    <Menubar.Sub>
      <Menubar.SubTrigger className="sh-bar-item">
        <span className="sh-nav-name">{item.name}</span>
        <IconChevronRight size={14} className="sh-nav-arrow" aria-hidden="true" />
      </Menubar.SubTrigger>
      <Menubar.Portal>
        <Menubar.SubContent className="sh-bar-menu" sideOffset={2} alignOffset={-5} collisionPadding={8}>
          {(item.sub ?? []).map((one) => (
            <Below key={one.state} item={one} />
          ))}
        </Menubar.SubContent>
      </Menubar.Portal>
    </Menubar.Sub>
  );
}

function Top({ item }: { item: MenuItem }): ReactNode {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = linksOf([item]).some(({ state }) => state === decodeURI(pathname)) || undefined;
  if (item.type === 'link') {
    return (
      <Menubar.Menu>
        <Menubar.Trigger
          className="sh-bar-top"
          data-here={here}
          onClick={() => void navigate(item.state)}
          onKeyDown={(event) => event.key === 'Enter' && void navigate(item.state)}
        >
          {item.name}
        </Menubar.Trigger>
      </Menubar.Menu>
    );
  }
  return (
    <Menubar.Menu>
      <Menubar.Trigger className="sh-bar-top" data-here={here}>
        {item.name}
        <IconChevronDown size={14} aria-hidden="true" />
      </Menubar.Trigger>
      <Menubar.Portal>
        <Menubar.Content className="sh-bar-menu" align="start" sideOffset={4} collisionPadding={8}>
          {(item.sub ?? []).map((one) => (
            <Below key={one.state} item={one} />
          ))}
        </Menubar.Content>
      </Menubar.Portal>
    </Menubar.Menu>
  );
}

/** Top navigation: a menu bar of up to three levels. */
export function TopMenu(): ReactNode {
  const t = useShell();
  const { shown, more } = topItems(useMenu(), topMenuFor(useWidth()));
  return (
    <Menubar.Root className="sh-bar" dir={useDirection()} aria-label={t('navigation')} loop>
      {shown.map((item) => (
        <Top key={item.state} item={item} />
      ))}
      {more.length > 0 && <Top item={{ name: t('more'), type: 'dropDown', state: 'more', sub: more }} />}
    </Menubar.Root>
  );
}
