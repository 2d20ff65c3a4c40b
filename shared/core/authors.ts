import type { Language } from './words.ts';

/**
 * Who wrote an event when no person did: the log names a job of the house, or the service outside that told of it. Lists, histories and
 * refusals say it in these words, which say what was done and that nobody of the house did it by hand.
 */
const authors: Readonly<Record<string, readonly [en: string, es: string]>> = {
  demo: ['Demo data (system)', 'Demostración (sistema)'],
  'begin-masters': ['First filling (system)', 'Carga inicial (sistema)'],
  'first-account': ['First account (system)', 'Primera cuenta (sistema)'],
  import: ['Import (system)', 'Importación (sistema)'],
  export: ['Export (system)', 'Exportación (sistema)'],
  leases: ['Hold ran out (system)', 'Reserva vencida (sistema)'],
  'sign-in': ['Sign-in (system)', 'Inicio de sesión (sistema)'],
  'reading-watch': ['Watch over readings (system)', 'Vigilancia de lecturas (sistema)'],
  'push-test': ['Notice to try a device (system)', 'Aviso de prueba (sistema)'],
  sources: ['Services outside asked (system)', 'Consulta a los servicios externos (sistema)'],

  'abandon-idle-signup': ['Idle sign-up given up (system)', 'Alta inactiva abandonada (sistema)'],
  'allow-check-out': ['Check-out allowed or held back (system)', 'Salida permitida o retenida (sistema)'],
  'apply-approval': ['Approval carried out (system)', 'Aprobación aplicada (sistema)'],
  'approval-notices': ['Word of an approval (system)', 'Aviso de aprobación (sistema)'],
  'approval-times': ['Time of an approval (system)', 'Plazo de aprobación (sistema)'],
  'ask-appReScheduleApproval': ['Wish to move a visit (system)', 'Petición de reprogramación (sistema)'],
  'chat-mentions': ['Mention in a chat (system)', 'Mención en un chat (sistema)'],
  'close-stale-days': ['Day left open closed (system)', 'Día sin cerrar, cerrado (sistema)'],
  'complete-signup': ['Sign-up completed (system)', 'Alta completada (sistema)'],
  'convert-lead': ['Lead became a customer (system)', 'Prospecto convertido en cliente (sistema)'],
  'draft-product': ['Product request approved (system)', 'Solicitud de producto aprobada (sistema)'],
  'hand-over-approvals': ['Approvals handed over (system)', 'Aprobaciones traspasadas (sistema)'],
  'lead-from-event': ['Checked in at an event (system)', 'Registro en un evento (sistema)'],
  'name-lead-of-attendee': ['Lead of an attendee (system)', 'Prospecto de un asistente (sistema)'],
  'push-notices': ['Notice sent (system)', 'Aviso enviado (sistema)'],
  'release-holds': ['Holds given back (system)', 'Reservas liberadas (sistema)'],
  'return-parked': ['Parked work brought back (system)', 'Trabajo aplazado devuelto (sistema)'],
  'sync-employee': ['Employee service told (system)', 'Aviso del servicio de empleados (sistema)'],
  'tell-of-breach': ['Word of a late row (system)', 'Aviso de retraso (sistema)'],
  'tell-of-readings': ['Word of a reading (system)', 'Aviso de una lectura (sistema)'],
  'tell-of-task-movement': ['Word of moved tasks (system)', 'Aviso de tareas movidas (sistema)'],
  'tell-submitter': ['Word to a submitter (system)', 'Aviso a quien envió (sistema)'],
  'watch-queue-item': ['Watch over a queue (system)', 'Vigilancia de una cola (sistema)'],

  employee: ['Employee service (outside)', 'Servicio de empleados (externo)'],
  masters: ['Masters service (outside)', 'Servicio de maestros (externo)'],
  lead: ['Lead service (outside)', 'Servicio de prospectos (externo)'],
  product: ['Product service (outside)', 'Servicio de productos (externo)'],
  prescription: ['Prescription service (outside)', 'Servicio de recetas (externo)'],
  customer: ['Customer service (outside)', 'Servicio de clientes (externo)'],
  purchase: ['Purchase service (outside)', 'Servicio de compras (externo)'],
  supplier: ['Supplier service (outside)', 'Servicio de proveedores (externo)'],
  payment: ['Payment service (outside)', 'Servicio de pagos (externo)'],
};

/** What people call whoever wrote an event: a person by name, a job or a service in words. */
export function authorText(name: string, language: Language): string {
  return Object.hasOwn(authors, name) ? authors[name]![language === 'es' ? 1 : 0] : name;
}

/** The same as a table, for where a database sorts and filters by it. */
export function authorTable(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(authors).map((name) => [name, authorText(name, language)]));
}
