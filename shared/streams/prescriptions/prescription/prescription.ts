import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { amend, enterAdhoc } from './amend.ts';
import {
  approve,
  correctLine,
  decideLine,
  overrideAlert,
  readAlerts,
  sendBack,
  startCheck,
} from './checking.ts';
import {
  answerClarification,
  askClarification,
  clarificationOverdue,
  reject,
  saveDraft,
  startDigitization,
  submitDigitization,
} from './entry.ts';
import type { RxEvent } from './events.ts';
import { decideDifferences, startDeciding, startSecondEntry, submitSecondEntry, takeUp } from './second.ts';
import type { RxState } from './state.ts';
import { evolveRx, newRx } from './state.ts';
import { addImage, lapse, recordSupply } from './supply.ts';
import { holdPicks, releasePicks } from './held-picks.ts';
import { rxTranslations } from './translations.ts';

/** A prescription: read from its pages by one or two people, checked by a pharmacist, supplied, and replaced but never edited. */
export const prescription = defineStream<RxState, RxEvent>({
  name: 'prescription',
  numbered: true,
  area: 'prescriptions',
  state: 5,
  initial: newRx,
  about: {
    prefix: 'RX',
    needs: ['Prescription/pdListv2:view', 'Prescription/prescriptionUpdate:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ received }, viewer) => inPoos(viewer, received?.pooId),
  },
  evolve: evolveRx,
  visible: (state, viewer) => state.stage === 'none' || inPoos(viewer, state.received?.pooId),
  translations: rxTranslations,
  events: {
    PrescriptionReceived: true,
    DigitizationStarted: true,
    DigitizationDraftSaved: true,
    FirstEntrySubmitted: true,
    SecondEntrySubmitted: true,
    EntriesDiffered: true,
    DifferencesTaken: true,
    DifferencesDecided: true,
    PrescriptionDigitized: true,
    ClarificationRequested: true,
    ClarificationAnswered: true,
    ClarificationOverdue: true,
    EntryResumed: true,
    CheckResumed: true,
    PrescriptionRejected: true,
    CheckStarted: true,
    CheckAlertsRead: true,
    CheckCorrectionMade: true,
    LineDecided: true,
    PrescriptionAlertOverridden: true,
    PrescriptionSentBack: true,
    PrescriptionApproved: true,
    OrderDraftRequested: true,
    PrescriptionSuperseded: true,
    PrescriptionReinstated: true,
    PrescriptionImageAdded: true,
    PrescriptionDispensed: true,
    PrescriptionSupplyReversed: true,
    RxQuantityReserved: true,
    RxQuantityReleased: true,
    RxPickListsHeld: true,
    RxOrdersFreed: true,
    PrescriptionLapsed: true,
  },
  commands: {
    takeUp,
    startDigitization,
    saveDraft,
    submitDigitization,
    startSecondEntry,
    submitSecondEntry,
    startDeciding,
    decideDifferences,
    askClarification,
    answerClarification,
    clarificationOverdue,
    reject,
    startCheck,
    readAlerts,
    correctLine,
    decideLine,
    overrideAlert,
    sendBack,
    approve,
    amend,
    enterAdhoc,
    recordSupply,
    addImage,
    lapse,
    holdPicks,
    releasePicks,
  },
});
