import { choice } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const adr = defineMaster({
  route: 'masters/adrMaster',
  kind: 'adr',
  title: ['Adverse reactions', 'Reacciones adversas'],
  deactivateUnused: true,
  fields: [
    choice(
      'vSeverity',
      ['Severity', 'Gravedad'],
      {
        mild: ['Mild', 'Leve'],
        moderate: ['Moderate', 'Moderada'],
        severe: ['Severe', 'Grave'],
        lifeThreatening: ['Life-threatening', 'Potencialmente mortal'],
      },
      { required: true },
    ),
  ],
  example: { vCode: 'RASH', vName: 'Skin rash', vSeverity: 'mild' },
});
