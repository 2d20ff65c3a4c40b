import { streamKey } from '../../core/event.ts';
import { reference as humanReference } from '../../core/reference.ts';
import { reference, references, text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { patient, type PatientState } from '../../streams/customers/patient.ts';

/** People in care, as other records name them; a list of the house without a screen of its own. */
export const patients = defineMaster({
  name: 'patient',
  route: '',
  entity: 'customerMasterV2',
  kind: 'patient',
  title: ['Patients', 'Pacientes'],
  plain: true,
  scope: 'pooIds',
  rights: ['view'],
  fields: [
    text('vCode', ['PT no.', 'N.º PT'], { column: 110 }),
    text('vName', ['Name', 'Nombre'], { column: true }),
    reference('iCustomerId', ['Customer', 'Cliente'], 'customer'),
    text('vRelation', ['Relation', 'Parentesco'], { column: 120 }),
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
    references('pooIds', ['Places', 'Lugares'], 'placeOfOperation', { column: false }),
  ],
  source: {
    streams: ['patient'],
    idOf: (event) => Number(streamKey(event.stream)),
    row(before, event) {
      const old = (before?.fields.state as PatientState | undefined) ?? patient.initial(streamKey(event.stream));
      const now = patient.evolve(old, event);
      if (now === old) return before ?? null;
      const fields: Record<string, unknown> = {
        vCode: humanReference('PT', streamKey(event.stream)),
        vName: now.name,
        iCustomerId: now.customerId,
        vRelation: now.relation,
        iPooId: now.pooId,
        pooIds: now.pooId === null ? [] : [now.pooId],
        state: now,
      };
      return {
        fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)),
        iStatus: 1,
        iCancelFlag: 0,
        stage: null,
      };
    },
    standing: (state: PatientState | undefined) => (state?.stage === 'enrolled' ? 'active' : 'missing'),
    story: [],
  },
  example: {},
});
