import type { ReactNode } from 'react';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';

export function StatusCell({ tone, text }: { tone: Tone; text: string }): ReactNode {
  return text === '' ? null : (
    <StatusWord tone={tone} dot>
      {text}
    </StatusWord>
  );
}
