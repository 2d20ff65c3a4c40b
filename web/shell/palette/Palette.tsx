import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { needOf } from '#shared/access/guard.ts';
import type { SearchHit } from '#shared/wire.ts';
import { announce } from '#web/parts/announce.ts';
import { keysOf } from '#web/parts/commands/registry.ts';
import { useCommandList, useCommands } from '#web/parts/commands/use-commands.ts';
import { IconSearch } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import { knownMe, useSessionStatus, verdict } from '../me.ts';
import { areaNames, areaOf, areaPage, sectionOf } from '../menu/menu.ts';
import { pages } from '../pages.ts';
import { useShell } from '../translations.ts';
import type { ShellKey } from '../translations.ts';
import type { Found } from './find.ts';
import { beginning, find, likeNumber, MOST } from './find.ts';
import { remember, remembered } from './recent.ts';
import { useRecords } from './use-records.ts';
import { usePaletteTranslations } from './translations.ts';
import './palette.css';

const [store, spotlight] = createSpotlight();
const mark = 'record ';
/** How the commands that lead to a page by a key begin. */
const gotoMark = 'goto';

/** Opens any permitted page or record and runs any permitted command, by a few letters. */
export function Palette({
  open,
  begun,
  onReady,
  onClose,
}: {
  open: boolean;
  /** Inserts the text typed before the search field had the focus. */
  begun: () => string;
  onReady: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useShell();
  const translate = usePaletteTranslations();
  const language = useLanguage();
  const navigate = useNavigate();
  const me = knownMe(useSessionStatus());
  const commands = useCommandList();
  const [query, setQuery] = useState('');
  const [turn, setTurn] = useState(0);
  const lately = useMemo(() => (open ? remembered() : []), [open]);

  useEffect(() => {
    if (open) {
      setQuery('');
      spotlight.open();
    } else spotlight.close();
  }, [open]);

  const all = useMemo((): readonly Found[] => {
    const opens = [...pages.values()].filter(
      (page) => !page.path.includes(':') && verdict(me, needOf(page.screen)).ok,
    );
    const filled = new Set(opens.map(areaOf));
    const keyOf = new Map(
      commands.flatMap((command) =>
        command.id.startsWith(gotoMark) ? [[command.id.slice(gotoMark.length), keysOf(command)[0]!]] : [],
      ),
    );
    const places = opens
      .filter(
        (page) =>
          page.screen.guard !== 'area' ||
          areaOf(page) !== null ||
          areaNames.some((area) => areaPage(area) === page.path && filled.has(area)),
      )
      .map((page): Found => {
        const area = areaOf(page);
        const section =
          area && area !== 'Dashboard'
            ? [t(`area.${area}` as ShellKey), t(`section.${sectionOf(page)}` as ShellKey)]
            : [];
        return {
          id: `page ${page.path}`,
          label: page.title[language],
          group: 'pages',
          hint: [...new Set(section)].join(' › '),
          translations: `${page.path} ${page.title.en}`,
          run: () => void navigate(page.path),
          ...(keyOf.has(page.path) ? { keys: keyOf.get(page.path)!, start: true } : {}),
        };
      });
    const actions = commands
      .filter((command) => !command.quiet && !command.disabled)
      .map((command): Found => ({
        id: `action ${command.id}`,
        label: command.label,
        group: 'actions',
        hint: '',
        translations: command.id,
        run: command.run,
        here: (command.scope ?? 'global') !== 'global',
        ...(keysOf(command)[0] ? { keys: keysOf(command)[0] } : {}),
      }));
    return [...places, ...actions];
  }, [commands, language, me, navigate, t]);

  const typed = query.trim() !== '';
  const matching = find(all, query, lately);
  const found = matching.slice(0, MOST);
  const begins = beginning(all, lately);
  const recordIds = useMemo(
    () => (open ? lately.filter((id) => id.startsWith(mark)).map((id) => id.slice(mark.length)) : []),
    [lately, open],
  );
  const records = useRecords(open ? query : '', recordIds, turn);
  const count = found.length + records.hits.length;
  const { asking } = records;
  const more = records.more || matching.length > found.length;
  useEffect(() => {
    if (open && typed && !asking)
      announce(count === 0 ? translate('none') : translate(more ? 'foundMore' : 'found', { count }));
  }, [open, typed, asking, count, more, translate]);

  const choose = (id: string, run: () => void): void => {
    remember(id);
    onClose();
    run();
  };
  // Hits arrive after the input: selects the first one unless the arrow keys were used meanwhile.
  const { hits } = records;
  useLayoutEffect(() => {
    if (open && typed && store.getState().selected <= 0) selectFirst();
  }, [open, typed, hits, query]);
  // A barcode scanner types a number and Enter at once: opens the matching record when the answer arrives.
  const hasty = useRef<string | null>(null);
  useEffect(() => {
    const [only, other] = hits;
    if (asking || hasty.current !== query) return;
    hasty.current = null;
    if (open && only && !other) choose(`${mark}${only.kind}:${only.id}`, () => void navigate(only.link));
  });
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !asking || !likeNumber(query)) return;
    event.preventDefault();
    hasty.current = query;
  };

  const entry = (one: Found): ReactNode => (
    <Spotlight.Action
      key={one.id}
      label={one.label}
      description={one.hint || undefined}
      rightSection={one.keys ? <KeyHint keys={one.keys} /> : null}
      onClick={() => choose(one.id, one.run)}
    />
  );
  const record = (hit: SearchHit): ReactNode => (
    <Spotlight.Action
      key={`${hit.kind} ${hit.id}`}
      label={hit.title}
      description={about(hit, typed)}
      onClick={() => choose(`${mark}${hit.kind}:${hit.id}`, () => void navigate(hit.link))}
    />
  );
  const group = (key: string, label: string, entries: readonly ReactNode[]): ReactNode =>
    entries.length === 0 ? null : (
      <Spotlight.ActionsGroup key={key} label={label}>
        {entries}
      </Spotlight.ActionsGroup>
    );
  const ofGroup = (name: 'pages' | 'actions'): ReactNode =>
    group(name, translate(name), found.filter((one) => one.group === name).map(entry));
  const ofRecords = [...new Set(records.hits.map((hit) => hit.label))].map((label) =>
    group(label, label, records.hits.filter((hit) => hit.label === label).map(record)),
  );
  const listed = [ofGroup('pages'), ofGroup('actions')];
  const commanded = !typed
    ? [
        group('recent', translate('recent'), [...records.hits.map(record), ...begins.recent.map(entry)]),
        group('here', translate('here'), begins.here.map(entry)),
        group('goTo', translate('goTo'), begins.pages.map(entry)),
      ]
    : likeNumber(query)
      ? [ofRecords, ...listed]
      : [listed[0], ofRecords, listed[1]];

  return (
    <>
      {open && <Silence onClose={onClose} />}
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        onSpotlightClose={onClose}
        shortcut={null}
        attributes={{ content: { 'aria-label': translate('label') } }}
        scrollable
        maxHeight={460}
        size={600}
        centered={false}
        yOffset="12vh"
        overlayProps={{ color: 'var(--ops-shade)', backgroundOpacity: 1, blur: 0 }}
        transitionProps={{ duration: 80 }}
        zIndex={400}
      >
        <Spotlight.Search
          placeholder={translate('type')}
          aria-label={translate('label')}
          maxLength={100}
          onKeyDown={key}
          onFocus={() => {
            const typedBefore = begun();
            if (typedBefore !== '') setQuery(typedBefore);
            onReady();
          }}
          leftSection={<IconSearch size={16} />}
        />
        {records.failure && (
          <div className="pal-failure">
            <InlineError failure={records.failure} onRetry={() => setTurn(turn + 1)} />
          </div>
        )}
        <Spotlight.ActionsList>
          {typed && count === 0 && !asking && (
            <Spotlight.Empty>
              {translate('none')}
              <small className="pal-note">{translate('noneText')}</small>
            </Spotlight.Empty>
          )}
          {commanded}
        </Spotlight.ActionsList>
        {typed && (asking || more) && (
          <p className="pal-foot">{asking ? translate('asking') : translate('more')}</p>
        )}
      </Spotlight.Root>
    </>
  );
}

/**
 * The library selects the first entry when the input changes; hits that arrive later are selected the same
 * way.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  for (const one of list?.querySelectorAll('[data-selected]') ?? []) one.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Secondary text of a record: its number, unless the title has it, and what distinguishes it. */
function about(hit: SearchHit, typed: boolean): string | undefined {
  const parts = [
    ...(typed ? [] : [hit.label]),
    ...(hit.title.includes(hit.ref) ? [] : [hit.ref]),
    hit.hint,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

function Silence({ onClose }: { onClose: () => void }): null {
  const t = useShell();
  useCommands([
    {
      id: 'palette.close',
      label: t('closeMenu'),
      keys: '$mod+k',
      scope: 'dialog',
      inFields: true,
      quiet: true,
      run: onClose,
    },
  ]);
  return null;
}
