import { references, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField } from '../families/master-rules.ts';

export const doctor = defineMaster({
  route: 'masters/doctormaster',
  kind: 'doctor',
  title: ['Doctors', 'Médicos'],
  mergeable: true,
  placeOf: ['hospitalIds', 'clinicIds'],
  fields: [
    text('vRegNo', ['Registration no.', 'N.º de registro'], { required: true, min: 3, max: 30, column: 140 }),
    text('vCouncil', ['Council', 'Colegio'], { required: true, max: 60 }),
    text('vQualification', ['Qualification', 'Titulación'], { max: 100 }),
    text('vSpeciality', ['Speciality', 'Especialidad'], { max: 60, filter: 'text' }),
    { ...phoneField, hidden: true },
    references('hospitalIds', ['Hospitals', 'Hospitales'], 'hospital', { max: 20 }),
    references('clinicIds', ['Clinics', 'Clínicas'], 'clinic', { max: 20, hidden: true }),
  ],
  unique: [['vRegNo', 'vCouncil']],
  example: {
    vCode: 'DOC-001',
    vName: 'Dr. Kavitha Rao',
    vRegNo: 'KMC 40001',
    vCouncil: 'Karnataka Medical Council',
    vQualification: 'MBBS, MD',
    vSpeciality: 'Cardiology',
    vPhone: '5550000002',
    hospitalIds: [1],
  },
});
