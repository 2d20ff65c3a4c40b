import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { Dialog, prefetchDialog } from './Dialog.tsx';

export interface Question {
  readonly title: string;
  readonly body?: ReactNode;
  /** Labels of the buttons; default Yes and No. */
  readonly yes?: string;
  readonly no?: string;
  readonly danger?: boolean;
  readonly width?: number;
}

interface Prompted extends Question {
  readonly answer: (yes: boolean) => void;
}

let prompted: Prompted | null = null;
const listeners = new Set<() => void>();

function become(next: Prompted | null): void {
  prompted = next;
  for (const listener of listeners) listener();
}

/**
 * Asks a yes-or-no question in a dialog; closing it otherwise means no. One at a time: a second question
 * answers the first with no.
 */
export function prompt(question: Question): Promise<boolean> {
  prompted?.answer(false);
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

/** Rendered once by the shell; shows what `prompt` asks. */
export function PromptRoot(): ReactNode {
  const t = useFrame();
  const now = useSyncExternalStore(subscribe, () => prompted);
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
