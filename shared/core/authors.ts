import { textIn, type Both, type Language } from './words.ts';

/**
 * Who wrote an event when no person did: the log names a job of the house, or the service outside that told of it. Lists, histories and
 * refusals say it in these words, which say what was done and that nobody of the house did it by hand.
 */
const authors: Readonly<Record<string, Both>> = {
  demo: { en: 'Demo data (system)', es: 'Demostración (sistema)' },
  'begin-masters': { en: 'Initial load (system)', es: 'Carga inicial (sistema)' },
  'first-account': { en: 'First account (system)', es: 'Primera cuenta (sistema)' },
  import: { en: 'Import (system)', es: 'Importación (sistema)' },
  export: { en: 'Export (system)', es: 'Exportación (sistema)' },
  leases: { en: 'Lease expired (system)', es: 'Reserva vencida (sistema)' },
  'sign-in': { en: 'Sign-in (system)', es: 'Inicio de sesión (sistema)' },
  'reading-watch': { en: 'Access audit alert (system)', es: 'Alerta de auditoría de accesos (sistema)' },
  'push-test': { en: 'Test notification (system)', es: 'Aviso de prueba (sistema)' },
  sources: { en: 'Service poll (system)', es: 'Consulta a los servicios externos (sistema)' },

  'abandon-idle-signup': { en: 'Idle sign-up closed (system)', es: 'Alta inactiva abandonada (sistema)' },
  'allow-check-out': { en: 'Check-out rule (system)', es: 'Salida permitida o retenida (sistema)' },
  'apply-approval': { en: 'Approval applied (system)', es: 'Aprobación aplicada (sistema)' },
  'approval-notices': { en: 'Approval notification (system)', es: 'Aviso de aprobación (sistema)' },
  'approval-times': { en: 'Approval deadline (system)', es: 'Plazo de aprobación (sistema)' },
  'chat-mentions': { en: 'Mention in a chat (system)', es: 'Mención en un chat (sistema)' },
  'close-stale-days': { en: 'Open day auto-closed (system)', es: 'Día sin cerrar, cerrado (sistema)' },
  'complete-signup': { en: 'Sign-up completed (system)', es: 'Alta completada (sistema)' },
  'convert-lead': { en: 'Lead became a customer (system)', es: 'Prospecto convertido en cliente (sistema)' },
  'draft-product': { en: 'Product request approved (system)', es: 'Solicitud de producto aprobada (sistema)' },
  'hand-over-approvals': { en: 'Approvals handed over (system)', es: 'Aprobaciones traspasadas (sistema)' },
  'lead-from-event': { en: 'Checked in at an event (system)', es: 'Registro en un evento (sistema)' },
  'name-lead-of-attendee': { en: 'Lead of an attendee (system)', es: 'Prospecto de un asistente (sistema)' },
  'push-notices': { en: 'Notice sent (system)', es: 'Aviso enviado (sistema)' },
  'release-holds': { en: 'Leases released (system)', es: 'Reservas liberadas (sistema)' },
  'return-parked': { en: 'Parked row returned (system)', es: 'Trabajo aplazado devuelto (sistema)' },
  'sync-employee': { en: 'Employee sync (system)', es: 'Aviso del servicio de empleados (sistema)' },
  'tell-of-breach': { en: 'SLA breach notification (system)', es: 'Aviso de retraso (sistema)' },
  'tell-of-readings': { en: 'Access audit notification (system)', es: 'Aviso de una lectura (sistema)' },
  'tell-of-task-movement': { en: 'Task movement notification (system)', es: 'Aviso de tareas movidas (sistema)' },
  'tell-submitter': { en: 'Submitter notification (system)', es: 'Aviso a quien envió (sistema)' },
  'watch-task-start': { en: 'Task start overdue (system)', es: 'Tarea sin empezar (sistema)' },
  'watch-queue-item': { en: 'Queue rules (system)', es: 'Vigilancia de una cola (sistema)' },

  employee: { en: 'Employee service (outside)', es: 'Servicio de empleados (externo)' },
  masters: { en: 'Masters service (outside)', es: 'Servicio de maestros (externo)' },
  lead: { en: 'Lead service (outside)', es: 'Servicio de prospectos (externo)' },
  product: { en: 'Product service (outside)', es: 'Servicio de productos (externo)' },
  prescription: { en: 'Prescription service (outside)', es: 'Servicio de recetas (externo)' },
  customer: { en: 'Customer service (outside)', es: 'Servicio de clientes (externo)' },
  purchase: { en: 'Purchase service (outside)', es: 'Servicio de compras (externo)' },
  supplier: { en: 'Supplier service (outside)', es: 'Servicio de proveedores (externo)' },
  payment: { en: 'Payment service (outside)', es: 'Servicio de pagos (externo)' },
};

/** Policies that a family derives for each member, by the prefix of their name. */
const derived: Readonly<Record<string, (member: string) => Both>> = {
  ask: (kind) => ({ en: `Request for ${kind} (system)`, es: `Solicitud de aprobación ${kind} (sistema)` }),
  queue: (queue) => ({ en: `Queue ${queue} (system)`, es: `Cola ${queue} (sistema)` }),
};

/** What people call whoever wrote an event: a person by name, a job or a service in words. */
export function authorText(name: string, language: Language): string {
  if (Object.hasOwn(authors, name)) return textIn(authors[name]!, language);
  const [, family, member] = /^(ask|queue)-([A-Za-z]+)$/.exec(name) ?? [];
  return family && member ? textIn(derived[family]!(member), language) : name;
}

/** The same as a table, for where a database sorts and filters by it. */
export function authorTable(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(authors).map((name) => [name, authorText(name, language)]));
}
