import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { noteStream } from '../streams/leads/preparatorynote.ts';

/** In: a visit begins. Out: its preparatory note was used. */
export const usePreparatoryNote = definePolicy({
  name: 'use-preparatory-note',
  on: ['TaskStarted'],
  react: ({ stream }) => [
    { kind: 'command', stream: noteStream(streamKey(stream)), command: 'use', input: {} },
  ],
});
