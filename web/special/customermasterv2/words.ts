import { words } from '#shared/core/words.ts';
import { appointmentWords } from '#shared/streams/leads/appointment/words.ts';
import { addWords, useWords } from '#web/words/words.ts';

const customerWords = words({
  en: {
    patients: 'Patients',
    patientsNone: 'No patients.',
    appointments: 'Appointments',
    appointmentsNone: 'No appointments.',
    leads: 'Came from',
    leadsNone: 'From no lead.',
    number: 'No.',
    name: 'Name',
    relation: 'Relation',
    what: 'What for',
    day: 'Day',
    with: 'With',
    state: 'State',
    'relation.self': 'Self',
    'relation.spouse': 'Spouse',
    'relation.parent': 'Parent',
    'relation.child': 'Child',
    'relation.sibling': 'Sibling',
    'relation.other': 'Other',
  },
  es: {
    patients: 'Pacientes',
    patientsNone: 'Sin pacientes.',
    appointments: 'Citas',
    appointmentsNone: 'Sin citas.',
    leads: 'Procede de',
    leadsNone: 'De ningún prospecto.',
    number: 'N.º',
    name: 'Nombre',
    relation: 'Parentesco',
    what: 'Para qué',
    day: 'Día',
    with: 'Con',
    state: 'Estado',
    'relation.self': 'Titular',
    'relation.spouse': 'Cónyuge',
    'relation.parent': 'Padre o madre',
    'relation.child': 'Hijo o hija',
    'relation.sibling': 'Hermano o hermana',
    'relation.other': 'Otro',
  },
});

const namespace = 'special-customer';
addWords(namespace, customerWords);
addWords('appointment', appointmentWords);

export function useCustomerWords(): (key: string) => string {
  return useWords(namespace).t;
}
