import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { undoLast, useMayUndo } from '#web/parts/toast.tsx';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { useSignOut } from '../header/use-sign-out.ts';
import { knownMe, useSessionStatus, verdict } from '../me.ts';
import { needOf } from '#shared/access/guard.ts';
import { pages } from '../pages.ts';
import { useShell } from '../translations.ts';
import { TypeAhead } from './TypeAhead.tsx';

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })));
const KeySheet = lazy(() =>
  import('#web/parts/commands/KeySheet.tsx').then((module) => ({ default: module.KeySheet })),
);

const goTo: Readonly<Record<string, string>> = {
  '/dashboard': 'g d',
  '/inbox': 'g i',
  '/profile/overview': 'g p',
  '/approvals': 'g a',
  '/outBound/signup-queue': 'g q',
  '/calendar': 'g c',
  '/HR/attendanceDetails': 'g t',
};

/** Global commands: palette, key sheet, undo, navigation, sign-out. */
export function Commands({
  onCustomize,
  onNotices,
}: {
  onCustomize: () => void;
  onNotices: () => void;
}): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const language = useLanguage();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const me = knownMe(useSessionStatus());
  const [palette, setPalette] = useState(0);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [paletteReady, setPaletteReady] = useState(false);
  const begun = useRef('');
  const takeBegun = (): string => {
    const text = begun.current;
    begun.current = '';
    return text;
  };
  const closePalette = (): void => {
    begun.current = '';
    setPaletteOpen(false);
    setPaletteReady(false);
  };
  const [sheet, setSheet] = useState<boolean | null>(null);

  useCommands([
    {
      id: 'palette.open',
      label: t('palette.open'),
      keys: '$mod+k',
      inFields: true,
      quiet: true,
      run: () => {
        setPalette((n) => n + 1);
        setPaletteOpen(true);
      },
    },
    {
      id: 'keys.show',
      label: frame('keys.show'),
      keys: ['Shift+?', '?'],
      quiet: true,
      run: () => setSheet(true),
    },
    {
      id: 'undo',
      label: t('goto.undo'),
      keys: 'z',
      quiet: true,
      permitted: useMayUndo(),
      run: () => void undoLast(),
    },
    { id: 'notices.open', label: t('notifications'), keys: 'g n', run: onNotices },
    { id: 'layout.customize', label: t('customize'), run: onCustomize },
    { id: 'session.signOut', label: t('signOut'), run: signOut },
    ...Object.entries(goTo).flatMap(([path, keys]) => {
      const page = pages.get(path);
      return page
        ? [
            {
              id: `goto${path}`,
              label: t('goto.page', { page: page.title[language] }),
              keys,
              quiet: true,
              permitted: verdict(me, needOf(page.screen)).ok,
              run: () => void navigate(path),
            },
          ]
        : [];
    }),
  ]);

  return (
    <>
      {paletteOpen && !paletteReady && (
        <TypeAhead
          label={t('palette.open')}
          onType={(text) => (begun.current = text)}
          onClose={closePalette}
        />
      )}
      <Suspense fallback={null}>
        {palette > 0 && (
          <Palette
            open={paletteOpen}
            begun={takeBegun}
            onReady={() => setPaletteReady(true)}
            onClose={closePalette}
          />
        )}
        {sheet !== null && <KeySheet open={sheet} onClose={() => setSheet(false)} />}
      </Suspense>
    </>
  );
}
