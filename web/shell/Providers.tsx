import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { queryClient, QueryClientProvider } from '#web/live/query.ts';
import { AskRoot } from '#web/parts/ask.tsx';
import { bindKeys } from '#web/parts/commands/keys.ts';
import { commands } from '#web/parts/commands/registry.ts';
import { ThemeRoot } from '#web/parts/theme/ThemeRoot.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDirection } from './layout/use-direction.ts';

let lastRefused: () => void = () => {};
/** Why a key does nothing now; one such line at a time. */
function sayRefused(why: string): void {
  lastRefused();
  lastRefused = toast({ text: why, tone: 'info' });
}

/** What every screen stands in: theme, direction, words, the cache of answers, keys and questions. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  const dir = useDirection();
  useEffect(() => bindKeys(window, commands, sayRefused), []);
  return (
    <ThemeRoot dir={dir}>
      <QueryClientProvider client={queryClient}>
        {children}
        <AskRoot />
      </QueryClientProvider>
    </ThemeRoot>
  );
}
