import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { listen } from './listen.ts';
import { placeCall } from './place.ts';
import { attachRecording, giveUp, providerSays } from './provider.ts';
import { evolveCall, noCall, type CallEvent, type CallState } from './state.ts';
import * as talk from './talk.ts';
import { callTranslations } from './translations.ts';
import { autoDispose, correctDisposition, dispositionCall, noteOverdue } from './wrap-up.ts';

/** One call to one person, from dialling to its disposition. */
export const call = defineStream<CallState, CallEvent>({
  name: 'call',
  numbered: true,
  area: 'calls',
  state: 1,
  events: {
    CallPlaced: true,
    CallRinging: true,
    CallConnected: true,
    CallNotConnected: true,
    CallHeld: true,
    CallResumed: true,
    CallMuted: true,
    CallTransferred: true,
    CallConferenced: true,
    CallConsentRecorded: true,
    CallHangUpAsked: true,
    CallNoted: true,
    CallEnded: true,
    CallWrapUpOverdue: true,
    CallDispositioned: true,
    CallAutoDispositioned: true,
    CallDispositionCorrected: true,
    CallRecordingAttached: true,
  },
  initial: noCall,
  evolve: evolveCall,
  visible: (state, viewer) =>
    state.agent?.empId === viewer.empId || !state.face || inPoos(viewer, state.face.pooId),
  commands: {
    placeCall,
    ...talk,
    providerSays,
    giveUp,
    attachRecording,
    dispositionCall,
    noteOverdue,
    autoDispose,
    correctDisposition,
    listen,
  },
  translations: callTranslations,
  story: [
    { as: 'agent1', stream: 'call-new', command: 'placeCall', input: { subject: 'customer-41' } },
    {
      as: 'system',
      stream: 'call-$',
      command: 'providerSays',
      input: { status: 'ringing', providerCallId: 'sim-1' },
    },
    { as: 'system', stream: 'call-$', command: 'providerSays', input: { status: 'answered' } },
    { as: 'agent1', stream: 'call-$', command: 'recordConsent', input: { given: true } },
    { as: 'agent1', stream: 'call-$', command: 'noteCall', input: { notes: 'Asked for the evening.' } },
    { as: 'agent1', stream: 'call-$', command: 'hangUp', input: {} },
    { as: 'system', stream: 'call-$', command: 'providerSays', input: { status: 'completed' } },
    { as: 'agent1', stream: 'call-$', command: 'dispositionCall', input: { code: 'INFO_DONE' } },
  ],
});
