import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { noteStream } from '../streams/leads/preparatorynote.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/** In: a visit begins. Out: its preparatory note was used. */
export const usePreparatoryNote = definePolicy({
  name: 'use-preparatory-note',
  on: [appointment.events.TaskStarted],
  react: ({ stream }) => [
    { kind: 'command', stream: noteStream(streamKey(stream)), command: 'use', input: {} },
  ],
});
