import { choice, flag, money, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { phoneField } from '../families/master-rules.ts';

export const transporter = defineMaster({
  route: 'masters/transporterMaster',
  kind: 'transporter',
  title: ['Transporters', 'Transportistas'],
  deactivateUnused: true,
  fields: [
    choice(
      'vMode',
      ['Mode', 'Modalidad'],
      { OWN: ['Own', 'Propio'], COURIER: ['Courier', 'Mensajería'], TRANSPORT: ['Transport', 'Transporte'], HYPERLOCAL: ['Hyperlocal', 'Hiperlocal'] },
      { required: true },
    ),
    text('vGstin', ['GSTIN or transporter id', 'GSTIN o id de transportista'], { upper: true, min: 15, max: 15, pattern: '[0-9A-Z]{15}', section: 'tax' }),
    text('vContact', ['Contact', 'Contacto'], { max: 100, section: 'contact', column: false }),
    phoneField,
    money('nPerKmPaise', ['Per km', 'Por km'], { max: 1_000_00, section: 'tax' }),
    money('nPerDropPaise', ['Per drop', 'Por entrega'], { max: 10_000_00, section: 'tax' }),
    money('nPerKgPaise', ['Per kg', 'Por kg'], { max: 10_000_00, section: 'tax', hidden: true }),
    money('nMinPaise', ['Minimum', 'Mínimo'], { max: 10_000_00, section: 'tax', hidden: true }),
    flag('bPickupOtp', ['Pickup code', 'Código de recogida'], { default: 0 }),
  ],
  example: { vCode: 'CITYRUN', vName: 'City Run Couriers', vMode: 'HYPERLOCAL', vPhone: '9000000202', nPerDropPaise: 45_00, bPickupOtp: 1 },
});
