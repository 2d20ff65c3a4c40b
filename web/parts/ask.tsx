import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/words/words.ts';
import { Dialog, prefetchDialog } from './Dialog.tsx';

export interface Question {
  readonly title: string;
  readonly body?: ReactNode;
  /** Words of the answers; Yes and No when left out. */
  readonly yes?: string;
  readonly no?: string;
  readonly danger?: boolean;
  readonly width?: number;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function become(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks a yes-or-no question in a dialog; closing it any other way is a no. One at a time: a second question answers the first with no. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((done) => {
    become({
      ...question,
      answer: (yes) => {
        become(null);
        done(yes);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once in the frame and shows what `ask` asks. */
export function AskRoot(): ReactNode {
  const t = useFrame();
  const now = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => {
    const timer = setTimeout(prefetchDialog, 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      open={now !== null}
      onClose={() => now?.answer(false)}
      title={now?.title ?? ''}
      width={now?.width ?? 360}
      actions={
        now && (
          <>
            <Button variant="default" onClick={() => now.answer(false)}>
              {now.no ?? t('no')}
            </Button>
            <Button data-autofocus color={now.danger ? 'danger' : 'accent'} onClick={() => now.answer(true)}>
              {now.yes ?? t('yes')}
            </Button>
          </>
        )
      }
    >
      {now?.body}
    </Dialog>
  );
}
