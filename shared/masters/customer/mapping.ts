import { reference } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { customerFields, customerSource, isActive } from './row.ts';

/** Finds customers to assign an agent and a route; unassigned ones are filtered by a blank agent or route. */
export const customerSearchForMapping = defineMaster({
  route: 'masters/customerSearchForMapping',
  kind: 'customer',
  service: 'customer',
  personal: true,
  prefix: 'CU',
  title: { en: 'Customer search for mapping', es: 'Búsqueda de clientes para asignación' },
  plain: true,
  scope: 'pooIds',
  rights: ['view', 'edit'],
  fields: customerFields,
  list: ['vCode', 'vName', 'vPhone', 'iPooId', 'iAgentId', 'iCustomerRouteId', 'iCustomerCategoryId'],
  source: customerSource,
  commands: [
    {
      name: 'assignAgent',
      label: { en: 'Assign an agent', es: 'Asignar agente' },
      aggregate: 'customer',
      command: 'assignAgent',
      need: 'Masters/customerSearchForMapping:edit',
      versioned: true,
      when: isActive,
      fields: [reference('agentId', { en: 'Agent', es: 'Agente' }, 'employee', { required: true })],
      input: (requested) => ({ agentId: requested.agentId }),
    },
    {
      name: 'changeRoute',
      label: { en: 'Change the route', es: 'Cambiar la ruta' },
      aggregate: 'customer',
      command: 'changeRoute',
      need: 'Masters/customerSearchForMapping:edit',
      versioned: true,
      when: isActive,
      fields: [reference('routeId', { en: 'Route', es: 'Ruta' }, 'customerRoute', { required: true })],
      input: (requested) => ({ routeId: requested.routeId }),
    },
  ],
  example: {},
});
