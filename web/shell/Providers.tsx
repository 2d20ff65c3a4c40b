import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { queryClient, QueryClientProvider } from '#web/live/query.ts';
import { AskRoot } from '#web/parts/ask.tsx';
import { bindKeys } from '#web/parts/commands/keys.ts';
import { ThemeRoot } from '#web/parts/theme/ThemeRoot.tsx';
import { useDirection } from './layout/use-direction.ts';

/** What every screen stands in: theme, direction, words, the cache of answers, keys and questions. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  const dir = useDirection();
  useEffect(() => bindKeys(), []);
  return (
    <ThemeRoot dir={dir}>
      <QueryClientProvider client={queryClient}>
        {children}
        <AskRoot />
      </QueryClientProvider>
    </ThemeRoot>
  );
}
