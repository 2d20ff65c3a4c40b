import { z } from 'zod';
import { date, oneOf, text } from '../../../core/fields.ts';

/** Two medicines, each by the beginning of its ATC code, that interact. */
export interface Interaction {
  readonly a: string;
  readonly b: string;
  readonly severity: 'contraindicated' | 'major' | 'moderate';
  readonly effect: string;
  readonly effectEs: string;
}
export interface InteractionTable {
  readonly name: string;
  readonly date: string;
  readonly pairs: readonly Interaction[];
}

const atc = text(7).regex(/^[A-V](\d\d([A-Z]([A-Z](\d\d)?)?)?)?$/, 'badFormat');

/** The shape of a file that replaces the table below. */
export const interactionTable = z.object({
  name: text(120, 3),
  date: date(),
  pairs: z
    .array(
      z.object({
        a: atc,
        b: atc,
        severity: oneOf(['contraindicated', 'major', 'moderate']),
        effect: text(200, 5),
        effectEs: text(200, 5),
      }),
    )
    .max(5_000, 'tooManyItems'),
}) satisfies z.core.$ZodType<InteractionTable>;

type Row = readonly [
  a: string,
  b: string,
  severity: Interaction['severity'],
  effect: string,
  effectEs: string,
];

const rows: readonly Row[] = [
  [
    'C01DA',
    'G04BE',
    'contraindicated',
    'Severe fall of blood pressure',
    'Caída grave de la presión arterial',
  ],
  [
    'B01AA',
    'M01A',
    'major',
    'Bleeding; NSAID with a vitamin K antagonist',
    'Hemorragia; AINE con antagonista de la vitamina K',
  ],
  [
    'B01AA',
    'J01MA',
    'major',
    'Bleeding; the quinolone raises the INR',
    'Hemorragia; la quinolona eleva el INR',
  ],
  [
    'B01AA',
    'J01FA',
    'major',
    'Bleeding; the macrolide raises the INR',
    'Hemorragia; el macrólido eleva el INR',
  ],
  [
    'B01AA',
    'B01AC',
    'major',
    'Bleeding; two medicines against clotting',
    'Hemorragia; dos medicamentos contra la coagulación',
  ],
  [
    'B01AF',
    'M01A',
    'major',
    'Bleeding; NSAID with a direct factor Xa inhibitor',
    'Hemorragia; AINE con inhibidor directo del factor Xa',
  ],
  ['B01AC04', 'A02BC01', 'major', 'Omeprazole weakens clopidogrel', 'El omeprazol debilita el clopidogrel'],
  ['C09', 'C03DA', 'major', 'High potassium', 'Potasio alto'],
  ['C09', 'A12BA', 'major', 'High potassium', 'Potasio alto'],
  [
    'C09A',
    'C09C',
    'major',
    'Two blockers of the same system: kidney injury, high potassium',
    'Dos bloqueadores del mismo sistema: daño renal, potasio alto',
  ],
  [
    'C09',
    'M01A',
    'moderate',
    'The kidney suffers and the pressure rises',
    'El riñón sufre y la presión sube',
  ],
  [
    'C10AA05',
    'J01FA09',
    'major',
    'Muscle injury by a high statin level',
    'Lesión muscular por nivel alto de estatina',
  ],
  [
    'C10AA01',
    'C08CA01',
    'moderate',
    'Simvastatin at most 20 mg with amlodipine',
    'Simvastatina como máximo 20 mg con amlodipino',
  ],
  [
    'H03AA01',
    'A12A',
    'moderate',
    'Calcium binds levothyroxine; four hours apart',
    'El calcio fija la levotiroxina; separar cuatro horas',
  ],
  [
    'H03AA01',
    'B03A',
    'moderate',
    'Iron binds levothyroxine; four hours apart',
    'El hierro fija la levotiroxina; separar cuatro horas',
  ],
  [
    'H03AA01',
    'A02BC',
    'moderate',
    'Less levothyroxine is taken up; check TSH',
    'Se absorbe menos levotiroxina; controlar TSH',
  ],
  [
    'J01MA',
    'A12A',
    'moderate',
    'Calcium binds the quinolone; two hours apart',
    'El calcio fija la quinolona; separar dos horas',
  ],
  [
    'J01MA',
    'B03A',
    'moderate',
    'Iron binds the quinolone; two hours apart',
    'El hierro fija la quinolona; separar dos horas',
  ],
  ['J01MA', 'A10BB', 'major', 'Low blood sugar', 'Glucosa baja'],
  ['J01MA', 'A10A', 'major', 'Low or high blood sugar', 'Glucosa baja o alta'],
  ['J01MA', 'J01FA', 'major', 'Long QT interval', 'Intervalo QT largo'],
  ['J01FA', 'N06AB04', 'major', 'Long QT interval', 'Intervalo QT largo'],
  ['J01FA', 'A03FA03', 'major', 'Long QT interval', 'Intervalo QT largo'],
  [
    'N05BA',
    'N02A',
    'major',
    'Breathing and wakefulness fail; sedative with an opioid',
    'Falla la respiración y la conciencia; sedante con opioide',
  ],
  [
    'N05CF',
    'N02A',
    'major',
    'Breathing and wakefulness fail; hypnotic with an opioid',
    'Falla la respiración y la conciencia; hipnótico con opioide',
  ],
  ['N05BA', 'N05CF', 'moderate', 'Two sedatives together', 'Dos sedantes juntos'],
  ['N06AB', 'N02AX02', 'major', 'Serotonin syndrome, seizures', 'Síndrome serotoninérgico, convulsiones'],
  ['N06AB', 'M01A', 'moderate', 'Bleeding of the stomach', 'Hemorragia gástrica'],
  ['N05AN01', 'M01A', 'major', 'Lithium poisoning', 'Intoxicación por litio'],
  ['N05AN01', 'C09', 'major', 'Lithium poisoning', 'Intoxicación por litio'],
  ['L04AX03', 'M01A', 'major', 'Methotrexate poisoning', 'Intoxicación por metotrexato'],
  ['L04AX03', 'J01E', 'contraindicated', 'Bone marrow failure', 'Fallo de la médula ósea'],
  ['C01AA05', 'C08DA', 'major', 'Digoxin poisoning', 'Intoxicación por digoxina'],
  ['C07A', 'C08DA', 'major', 'The heart beats too slowly', 'El corazón late demasiado lento'],
  [
    'C07A',
    'A10A',
    'moderate',
    'Signs of low blood sugar are hidden',
    'Se ocultan los signos de glucosa baja',
  ],
  ['J04AB02', 'B01A', 'major', 'Rifampicin takes the effect away', 'La rifampicina quita el efecto'],
  ['J04AB02', 'C10AA', 'moderate', 'Rifampicin weakens the statin', 'La rifampicina debilita la estatina'],
];

/**
 * A small table of this organisation, drawn up from product labels; a pharmacist confirms it, and a file of
 * its own replaces it.
 */
export const curatedInteractions: InteractionTable = {
  name: 'Curated interaction table',
  date: '2026-11-24',
  pairs: rows.map(([a, b, severity, effect, effectEs]) => ({ a, b, severity, effect, effectEs })),
};

/** The pairs of the table that two ATC codes match, in either sequence. */
export function interactionsOf(table: InteractionTable, one: string, other: string): readonly Interaction[] {
  return table.pairs.filter(
    ({ a, b }) => (one.startsWith(a) && other.startsWith(b)) || (one.startsWith(b) && other.startsWith(a)),
  );
}
