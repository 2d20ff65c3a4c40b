import type { EventOf } from '../core/stream.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { reference } from '../core/reference.ts';
import { defineSearch } from '../families/search.ts';
import type { PatientState } from '../streams/customers/patient.ts';
import { patient } from '../streams/customers/patient.ts';

const customer = ({ customerId }: PatientState): string =>
  customerId === null ? '' : reference('CU', customerId);
const open =
  (screen: string) =>
  ({ customerId }: PatientState): string | null =>
    customerId === null ? null : `/masters/${screen}?row=${customerId}`;

/** Patients of the viewer's places, by name, number and customer; never by diagnosis. */
export const patientSearch = defineSearch<PatientState, EventOf<typeof patient>>({
  kind: 'patient',
  label: { en: 'Patients', es: 'Pacientes' },
  streams: ['patient'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) => patient.evolve(before ?? patient.initial(id), event),
  entry: (state, id) =>
    state.stage === 'none'
      ? null
      : {
          ref: reference('PT', Number(id)),
          title: state.name,
          hint: customer(state),
          translations: [customer(state)],
          phones: [],
          over: false,
          pooId: state.pooId,
        },
  screens: [
    { need: 'Masters/customerMasterV2:view', link: open('customerMasterV2') },
    { need: 'Masters/customerMaster:view', link: open('customerMaster') },
  ],
  see: ({ pooId }, viewer) => inPoos(viewer, pooId),
  phonesNeed: null,
});
