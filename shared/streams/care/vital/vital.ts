import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { correct, markEnteredInError } from './correct.ts';
import { record } from './record.ts';
import { evolveVital, noVital, type VitalEvent, type VitalState } from './state.ts';
import { vitalTranslations } from './translations.ts';

/** One reading of a patient: a pressure with both parts, a temperature, a weight with the body mass index that follows from it. */
export const vital = defineStream<VitalState, VitalEvent>({
  name: 'vital',
  area: 'care',
  numbered: true,
  state: 1,
  initial: noVital,
  evolve: evolveVital,
  events: {
    VitalRecorded: true,
    VitalOutOfRangeFlagged: true,
    VitalCorrected: true,
    VitalMarkedEnteredInError: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.reading?.pooId),
  commands: { record, correct, markEnteredInError },
  translations: vitalTranslations,
  story: [],
});
