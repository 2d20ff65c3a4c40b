import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { carekit } from '../streams/care/cccase/carekit.ts';
import { careKitReturnStream } from '../streams/sales/cckit/state.ts';

/** Notifies the store of a kit that care connect decided on, and of a change of its type before it is issued. */
export const prepareCareKit = definePolicy({
  name: 'prepare-care-kit',
  on: [carekit.events.CareKitIssued, carekit.events.CareKitReissued],
  react: ({ stream }): readonly Reaction[] => [
    { kind: 'command', stream: careKitReturnStream(streamKey(stream)), command: 'prepare', input: {} },
  ],
});
