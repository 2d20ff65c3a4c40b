import { atOwnPlace, movesGoods } from '../../money/day/goods-day.ts';
import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { drop, issue, prepare } from './issue.ts';
import { collect, countReturn, giveUp, inspect, receive, sort, waive } from './receive.ts';
import { evolveCareKit, noCareKit, type CareKitReturnEvent, type CareKitReturnState } from './state.ts';
import { careKitReturnTranslations } from './translations.ts';

/** The goods of a care-connect kit, under the kit's number: issued by the store, taken back, inspected, charged where something is missing. */
export const careKitReturn = defineStream<CareKitReturnState, CareKitReturnEvent>({
  name: 'cckitret',
  area: 'sales',
  state: 1,
  events: {
    CcKitPrepared: true,
    CcKitRevised: true,
    CcKitIssued: true,
    CcKitNotIssued: true,
    CcKitReturnCounted: true,
    CcKitReturnReceived: true,
    CcKitNotReturned: true,
    CcKitSorted: true,
    CcKitInspected: true,
    CcKitChargeCollected: true,
    CcKitChargeWaived: true,
  },
  initial: noCareKit,
  evolve: evolveCareKit,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    ...{ prepare, issue: movesGoods(atOwnPlace, issue), drop },
    ...{
      count: countReturn,
      receive: movesGoods(atOwnPlace, receive),
      giveUp,
      sort,
      inspect: movesGoods(atOwnPlace, inspect),
      collect,
      waive,
    },
  },
  translations: careKitReturnTranslations,
  story: [],
});
