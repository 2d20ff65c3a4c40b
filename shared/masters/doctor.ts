import { references, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField } from '../families/master-rules.ts';

export const doctor = defineMaster({
  route: 'masters/doctormaster',
  kind: 'doctor',
  title: { en: 'Doctors', es: 'Médicos' },
  mergeable: true,
  placeOf: ['hospitalIds', 'clinicIds'],
  fields: [
    text(
      'vRegNo',
      { en: 'Registration no.', es: 'N.º de registro' },
      { required: true, min: 3, max: 30, column: 140 },
    ),
    text('vCouncil', { en: 'Council', es: 'Colegio' }, { required: true, max: 60 }),
    text('vQualification', { en: 'Qualification', es: 'Titulación' }, { max: 100 }),
    text('vSpeciality', { en: 'Speciality', es: 'Especialidad' }, { max: 60, filter: 'text' }),
    { ...phoneField, hidden: true },
    references('hospitalIds', { en: 'Hospitals', es: 'Hospitales' }, 'hospital', { max: 20 }),
    references('clinicIds', { en: 'Clinics', es: 'Clínicas' }, 'clinic', { max: 20, hidden: true }),
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
