import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { z } from 'zod';
import { note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { outOfPlace } from '../../documents/commands.ts';
import { makeDc } from './make-dc.ts';
import { evolvePick, noPick, type PickEvent, type PickState } from './state.ts';
import { pickTranslations } from './translations.ts';
import { endReplaced } from './replaced.ts';
import { cancel, lapse, putBack, reassign, short, swap } from './trouble.ts';
import { finish, pack, reverse, scan, start } from './work.ts';

/** What a picker fetches from the shelves for an order; its goods are held for it from the commit that makes it. */
export const pick = defineStream<PickState, PickEvent>({
  name: 'pick',
  area: 'sales',
  numbered: true,
  state: 3,
  events: {
    PickListCreated: true,
    PickListChanged: true,
    PickListFileAttached: true,
    PickListFileRemoved: true,
    PickListPrinted: true,
    PickingStarted: true,
    PickScanned: true,
    PickScanReversed: true,
    PickBatchSwapped: true,
    PickShortRecorded: true,
    PickBatchBlocked: true,
    PickListHeld: true,
    PickListUnheld: true,
    PickListReplaced: true,
    PickingFinished: true,
    PickListPacked: true,
    PickListReassigned: true,
    PickListCancelled: true,
    PickGoodsPutBack: true,
    PickDcMade: true,
  },
  initial: noPick,
  evolve: evolvePick,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    start,
    scan: movesGoods(atOwnPlace, scan),
    reverse: movesGoods(atOwnPlace, reverse),
    swap: movesGoods(atOwnPlace, swap),
    short: movesGoods(atOwnPlace, short),
    finish,
    pack,
    putBack: movesGoods(atOwnPlace, putBack),
    cancel: movesGoods(atOwnPlace, cancel),
    lapse,
    endReplaced,
    reassign,
    makeDc,
    /** Counts a print; every one after the first says why and is marked DUPLICATE. */
    notePrint: command<PickState, { reason?: string | undefined }>({
      input: z.strictObject({ reason: note(250, 5).optional() }),
      need: ['Inventory/pickList:view', 'Inventory/pickList:edit'],
      decide: (state, { reason }, ctx) => {
        const no = outOfPlace(state, ctx);
        if (no) return no;
        if (state.prints > 0 && !reason) return refuse('reprintReason', 422, undefined, 'reason');
        return {
          events: [{ type: 'PickListPrinted', data: { copy: state.prints + 1, reason: reason ?? null } }],
          answer: { copy: state.prints + 1 },
        };
      },
    }),
  },
  translations: pickTranslations,
  story: [],
});
