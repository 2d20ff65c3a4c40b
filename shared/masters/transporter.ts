import { choice, yesNo, money, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField } from '../families/master-rules.ts';

export const transporter = defineMaster({
  route: 'masters/transporterMaster',
  kind: 'transporter',
  title: { en: 'Transporters', es: 'Transportistas' },
  deactivateUnused: true,
  fields: [
    choice(
      'vMode',
      { en: 'Mode', es: 'Modalidad' },
      {
        OWN: { en: 'Own', es: 'Propio' },
        COURIER: { en: 'Courier', es: 'Mensajería' },
        TRANSPORT: { en: 'Transport', es: 'Transporte' },
        HYPERLOCAL: { en: 'Hyperlocal', es: 'Hiperlocal' },
      },
      { required: true },
    ),
    text(
      'vGstin',
      { en: 'GSTIN or transporter id', es: 'GSTIN o id de transportista' },
      { upper: true, min: 15, max: 15, pattern: '[0-9A-Z]{15}', section: 'tax' },
    ),
    text('vContact', { en: 'Contact', es: 'Contacto' }, { max: 100, section: 'contact', column: false }),
    phoneField,
    money('nPerKmPaise', { en: 'Per km', es: 'Por km' }, { max: 1_000_00, section: 'tax' }),
    money('nPerDropPaise', { en: 'Per drop', es: 'Por entrega' }, { max: 10_000_00, section: 'tax' }),
    money('nPerKgPaise', { en: 'Per kg', es: 'Por kg' }, { max: 10_000_00, section: 'tax', hidden: true }),
    money('nMinPaise', { en: 'Minimum', es: 'Mínimo' }, { max: 10_000_00, section: 'tax', hidden: true }),
    yesNo('bPickupOtp', { en: 'Pickup code', es: 'Código de recogida' }, { default: 0 }),
  ],
  example: {
    vCode: 'CITYRUN',
    vName: 'City Run Couriers',
    vMode: 'HYPERLOCAL',
    vPhone: '9000000202',
    nPerDropPaise: 45_00,
    bPickupOtp: 1,
  },
});
