import { useMachine } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { DraftContent } from '#shared/streams/prescriptions/prescription/content.ts';
import { digitizationMachine } from '#shared/streams/prescriptions/prescription/digitization.machine.ts';
import { useCommand } from '#web/live/use-command.ts';
import type { Failure } from '#web/live/failure.ts';

export type SaveState = 'clean' | 'dirty' | 'saving';
const AUTOSAVE_MS = 10_000;

export interface Autosave {
  readonly state: SaveState;
  readonly failure: Failure | null;
  /** Something was typed. */
  edited(): void;
  /** Saves at once. */
  save(): Promise<void>;
}

/**
 * Saves the draft on the server every ten seconds and when the page goes away: the page's own machine decides
 * when there is something to save.
 */
export function useAutosave(
  id: string,
  stage: 'entering' | 'secondEntering',
  draft: () => DraftContent,
): Autosave {
  const [snapshot, send] = useMachine(digitizationMachine, {
    snapshot: digitizationMachine.resolveState({ value: { [stage]: 'clean' }, context: {} }),
  });
  const saving = useCommand('prescription', 'saveDraft');
  const latest = useRef(draft);
  latest.current = draft;
  const value = snapshot.value as Readonly<Record<string, SaveState>>;
  const state = value[stage] ?? 'clean';
  const { run } = saving;
  const save = async (): Promise<void> => {
    send({ type: 'AUTOSAVE' });
    const answer = await run(id, latest.current());
    send({ type: answer ? 'SAVED' : 'EDIT' });
  };
  const saveRef = useRef(save);
  saveRef.current = save;
  useEffect(() => {
    if (state !== 'dirty') return undefined;
    const timer = setTimeout(() => void saveRef.current(), AUTOSAVE_MS);
    const go = (): void => void saveRef.current();
    window.addEventListener('pagehide', go);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', go);
    };
  }, [state]);
  return { state, failure: saving.failure, edited: () => send({ type: 'EDIT' }), save };
}
