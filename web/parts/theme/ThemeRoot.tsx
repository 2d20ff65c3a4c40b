import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import './sheets.ts';
import './fonts.css';
import './ops.css';
import { useAppearance } from './appearance.ts';
import type { Scheme } from './tones.ts';
import { cssVariablesResolver, themeOf } from './theme.ts';

const darkQuery = '(prefers-color-scheme: dark)';

function onSystemScheme(listener: () => void): () => void {
  const query = window.matchMedia(darkQuery);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Light or dark as currently in effect, including the system's preference. */
export function useScheme(): Scheme {
  const { scheme } = useAppearance();
  const systemDark = useSyncExternalStore(onSystemScheme, () => window.matchMedia(darkQuery).matches);
  return scheme === 'auto' ? (systemDark ? 'dark' : 'light') : scheme;
}

function FollowDirection({ dir }: { dir: 'ltr' | 'rtl' }): null {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(dir), [dir, setDirection]);
  return null;
}

/** Theme, direction and density for the whole console. `dir` is the direction in effect. */
export function ThemeRoot({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }): ReactNode {
  const appearance = useAppearance();
  const scheme = useScheme();
  const theme = useMemo(() => themeOf(appearance.accent), [appearance.accent]);
  useEffect(() => {
    document.documentElement.dataset.density = appearance.density;
  }, [appearance.density]);
  return (
    <DirectionProvider initialDirection={dir} detectDirection={false}>
      <FollowDirection dir={dir} />
      <MantineProvider theme={theme} forceColorScheme={scheme} cssVariablesResolver={cssVariablesResolver}>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
