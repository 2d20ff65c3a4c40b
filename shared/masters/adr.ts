import { choice } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const adr = defineMaster({
  route: 'masters/adrMaster',
  kind: 'adr',
  title: { en: 'Adverse reactions', es: 'Reacciones adversas' },
  deactivateUnused: true,
  fields: [
    choice(
      'vSeverity',
      { en: 'Severity', es: 'Gravedad' },
      {
        mild: { en: 'Mild', es: 'Leve' },
        moderate: { en: 'Moderate', es: 'Moderada' },
        severe: { en: 'Severe', es: 'Grave' },
        lifeThreatening: { en: 'Life-threatening', es: 'Potencialmente mortal' },
      },
      { required: true },
    ),
  ],
  example: { vCode: 'RASH', vName: 'Skin rash', vSeverity: 'mild' },
});
