import type { ReactNode } from 'react';
import { StatusWord, type Tone } from '#web/parts/StatusWord.tsx';

/** A state in a list: a word, with a dot where it needs attention. */
export function StatusCell({ tone, text }: { tone: Tone; text: string }): ReactNode {
  return (
    <StatusWord tone={tone} dot={tone !== 'muted'}>
      {text}
    </StatusWord>
  );
}
