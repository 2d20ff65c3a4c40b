import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { queryClient, QueryClientProvider } from '#web/live/query.ts';
import { PromptRoot } from '#web/parts/prompt.tsx';
import { bindKeys } from '#web/parts/commands/keys.ts';
import { commands } from '#web/parts/commands/registry.ts';
import { ThemeRoot } from '#web/parts/theme/ThemeRoot.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDirection } from './layout/use-direction.ts';

let lastRefused: () => void = () => {};
/** Says why a key is unavailable, one message at a time. */
function announceRefused(why: string): void {
  lastRefused();
  lastRefused = toast({ text: why, tone: 'info' });
}

/** Context of every screen: theme, direction, translations, query cache, keys and prompts. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  const dir = useDirection();
  useEffect(() => bindKeys(window, commands, announceRefused), []);
  return (
    <ThemeRoot dir={dir}>
      <QueryClientProvider client={queryClient}>
        {children}
        <PromptRoot />
      </QueryClientProvider>
    </ThemeRoot>
  );
}
