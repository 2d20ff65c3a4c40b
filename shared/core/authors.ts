import { textIn, type Both, type Language } from './translations.ts';

/**
 * Display names for events that no person wrote: those of a job, a policy or an outside service. Lists,
 * histories and refusals show them in place of a person's name.
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
  payments: { en: 'Payment provider (system)', es: 'Proveedor de pagos (sistema)' },
  'payment-links': { en: 'Payment link (system)', es: 'Enlace de pago (sistema)' },
  'notify-glass': { en: 'Access with a reason (system)', es: 'Acceso con motivo (sistema)' },
  'prepare-care-kit': { en: 'Care kit (system)', es: 'Kit de atención (sistema)' },
  'notify-second-person': {
    en: 'Change to confirm (system)',
    es: 'Cambio por confirmar (sistema)',
  },
  'accrue-incentives': { en: 'Incentive earned (system)', es: 'Incentivo devengado (sistema)' },
  'reverse-incentives': { en: 'Incentive reversed (system)', es: 'Incentivo revertido (sistema)' },
  'reverse-for-exits': { en: 'Incentive after an exit (system)', es: 'Incentivo tras una baja (sistema)' },
  'notify-adjustment': { en: 'Adjustment to confirm (system)', es: 'Ajuste por confirmar (sistema)' },
  'allow-check-out': { en: 'Check-out rule (system)', es: 'Regla de salida (sistema)' },
  'apply-approval': { en: 'Approval applied (system)', es: 'Aprobación aplicada (sistema)' },
  'approval-notices': { en: 'Approval notification (system)', es: 'Aviso de aprobación (sistema)' },
  'approval-times': { en: 'Approval deadline (system)', es: 'Plazo de aprobación (sistema)' },
  'bar-phone': { en: 'Do-not-call rule (system)', es: 'No llamar (sistema)' },
  'call-notices': { en: 'Call notification (system)', es: 'Aviso de llamadas (sistema)' },
  'call-presence': { en: 'Call status (system)', es: 'Estado de llamada (sistema)' },
  'call-wrap-up': { en: 'Call wrap-up overdue (system)', es: 'Cierre de llamada pendiente (sistema)' },
  'end-preview': { en: 'Preview ended (system)', es: 'Vista previa terminada (sistema)' },
  'lapse-start-permit': { en: 'Start permit expired (system)', es: 'Permiso de inicio vencido (sistema)' },
  'hold-picks': { en: 'Pick list held (system)', es: 'Lista de recogida retenida (sistema)' },
  'notify-moved-row': { en: 'Notice of a moved row (system)', es: 'Aviso de fila movida (sistema)' },
  'lose-served': { en: 'Served row lost (system)', es: 'Trabajo ofrecido perdido (sistema)' },
  'remind-callback': { en: 'Callback reminder (system)', es: 'Recordatorio de llamada (sistema)' },
  'requeue-lead': { en: 'Lead queued again (system)', es: 'Prospecto de nuevo en cola (sistema)' },
  'settle-call': { en: 'Call outcome (system)', es: 'Resultado de la llamada (sistema)' },
  'chat-mentions': { en: 'Mention in a chat (system)', es: 'Mención en un chat (sistema)' },
  'close-stale-days': { en: 'Open day auto-closed (system)', es: 'Día abierto cerrado (sistema)' },
  'complete-signup': { en: 'Sign-up completed (system)', es: 'Alta completada (sistema)' },
  'convert-lead': { en: 'Lead became a customer (system)', es: 'Prospecto convertido en cliente (sistema)' },
  'ask-for-products': {
    en: 'Product submitted for approval (system)',
    es: 'Producto enviado a aprobación (sistema)',
  },
  'carry-out-product-decision': {
    en: 'Decision on a product (system)',
    es: 'Decisión sobre un producto (sistema)',
  },
  'drop-day-start-request': {
    en: 'Start of the day entered (system)',
    es: 'Inicio del día registrado (sistema)',
  },
  'notify-day-start': { en: 'Start of the day allowed (system)', es: 'Inicio del día permitido (sistema)' },
  'draft-product': {
    en: 'Product request approved (system)',
    es: 'Solicitud de producto aprobada (sistema)',
  },
  'hand-over-approvals': { en: 'Approvals handed over (system)', es: 'Aprobaciones traspasadas (sistema)' },
  'keep-stock': { en: 'Stock ledger (system)', es: 'Libro de existencias (sistema)' },
  'lead-from-event': { en: 'Checked in at an event (system)', es: 'Registro en un evento (sistema)' },
  'name-lead-of-attendee': { en: 'Lead of an attendee (system)', es: 'Prospecto de un asistente (sistema)' },
  'serve-transfers': { en: 'Transfers (system)', es: 'Traslados (sistema)' },
  'list-uncounted': { en: 'Stock count (system)', es: 'Recuento (sistema)' },
  replenish: { en: 'Replenishment (system)', es: 'Reposición (sistema)' },
  'claim-from-supplier': { en: 'Claims on suppliers (system)', es: 'Reclamaciones a proveedores (sistema)' },
  'recall-batch': { en: 'Batch recall (system)', es: 'Retirada de lotes (sistema)' },
  'open-stock': { en: 'Opening stock (system)', es: 'Existencias iniciales (sistema)' },
  'push-notices': { en: 'Notice sent (system)', es: 'Aviso enviado (sistema)' },
  'receive-goods': { en: 'Goods received (system)', es: 'Mercancía recibida (sistema)' },
  'release-holds': { en: 'Leases released (system)', es: 'Reservas liberadas (sistema)' },
  'release-leases': { en: 'Leases released (system)', es: 'Reservas liberadas (sistema)' },
  'return-parked': { en: 'Parked row returned (system)', es: 'Trabajo aplazado devuelto (sistema)' },
  'remind-deliveries': { en: 'Delivery reminders (system)', es: 'Recordatorios de entrega (sistema)' },
  'keep-orders': { en: 'Order follow-up (system)', es: 'Seguimiento de pedidos (sistema)' },
  'close-invoices': { en: 'Invoice closed (system)', es: 'Factura cerrada (sistema)' },
  'serve-indents': { en: 'Indents served (system)', es: 'Solicitudes atendidas (sistema)' },
  'sync-employee': { en: 'Employee sync (system)', es: 'Aviso del servicio de empleados (sistema)' },
  'tell-of-breach': { en: 'SLA breach notification (system)', es: 'Aviso de retraso (sistema)' },
  'notify-breach': { en: 'SLA breach notification (system)', es: 'Aviso de retraso (sistema)' },
  'tell-of-readings': { en: 'Access audit notification (system)', es: 'Aviso de acceso a datos (sistema)' },
  'notify-access-alert': {
    en: 'Access audit notification (system)',
    es: 'Aviso de acceso a datos (sistema)',
  },
  'tell-of-task-movement': {
    en: 'Task movement notification (system)',
    es: 'Aviso de tareas movidas (sistema)',
  },
  'notify-task-movement': {
    en: 'Task movement notification (system)',
    es: 'Aviso de tareas movidas (sistema)',
  },
  'tell-submitter': { en: 'Submitter notification (system)', es: 'Aviso a quien envió (sistema)' },
  'notify-submitter': { en: 'Submitter notification (system)', es: 'Aviso a quien envió (sistema)' },
  'open-care-month': { en: 'Care month opened (system)', es: 'Mes de atención abierto (sistema)' },
  'end-care-month': { en: 'Care month ended (system)', es: 'Mes de atención cerrado (sistema)' },
  'resume-care-month': { en: 'Care month resumed (system)', es: 'Mes de atención retomado (sistema)' },
  'end-care-of-customer': { en: 'Customer left (system)', es: 'Baja del cliente (sistema)' },
  'watch-escalation': { en: 'Escalation clock (system)', es: 'Reloj de escalamiento (sistema)' },
  'notify-of-escalation': { en: 'Escalation notice (system)', es: 'Aviso de escalamiento (sistema)' },
  'open-orientation-review': { en: 'Orientation completed (system)', es: 'Orientación completada (sistema)' },
  'carry-out-exit': { en: 'Day of the exit (system)', es: 'Día de la baja (sistema)' },
  'cancel-visits-of-exited': {
    en: 'Visits of a customer who left (system)',
    es: 'Visitas de un cliente dado de baja (sistema)',
  },
  'note-outside-exit': { en: 'Customer service (system)', es: 'Servicio de clientes (sistema)' },
  'notify-start-permit': {
    en: 'Start permit notification (system)',
    es: 'Aviso de permiso de inicio (sistema)',
  },
  'tell-of-start-permit': {
    en: 'Start permit notification (system)',
    es: 'Aviso de permiso de inicio (sistema)',
  },
  'open-visit-review': { en: 'Visit completed (system)', es: 'Visita completada (sistema)' },
  'follow-up-visit': { en: 'Visit follow-up (system)', es: 'Seguimiento de visita (sistema)' },
  'open-profile-review': { en: 'Patient registered (system)', es: 'Paciente registrado (sistema)' },
  'apply-profile-review': { en: 'Profile review (system)', es: 'Revisión del perfil (sistema)' },
  'use-preparatory-note': { en: 'Visit begun (system)', es: 'Visita empezada (sistema)' },
  'follow-up-order': {
    en: 'Follow-up after an order call (system)',
    es: 'Seguimiento tras un pedido (sistema)',
  },
  serve: { en: 'Next call served (system)', es: 'Siguiente llamada servida (sistema)' },
  telephony: { en: 'Telephony (system)', es: 'Telefonía (sistema)' },
  'carry-out-team-request': {
    en: 'Team request carried out (system)',
    es: 'Solicitud al responsable cumplida (sistema)',
  },
  'prescription-times': { en: 'Prescription deadlines (system)', es: 'Plazos de recetas (sistema)' },
  'sample-call': { en: 'Call chosen for review (system)', es: 'Llamada elegida para revisión (sistema)' },
  'settle-review': { en: 'Call review settled (system)', es: 'Revisión de llamada cerrada (sistema)' },
  'notify-payment': { en: 'Expense payment notification (system)', es: 'Aviso de pago de gastos (sistema)' },
  'carry-parcels': { en: 'Parcels on their way (system)', es: 'Bultos en camino (sistema)' },
  'day-end-missing': { en: 'Day end missing (system)', es: 'Falta el cierre del día (sistema)' },
  'notify-prescription': { en: 'Prescription notification (system)', es: 'Aviso de receta (sistema)' },
  'command-telephony': { en: 'Telephony command (system)', es: 'Orden a la telefonía (sistema)' },
  'upload-times': { en: 'Upload deadlines (system)', es: 'Plazos de subida (sistema)' },
  'invoice-link': {
    en: 'Link to a supplier invoice (system)',
    es: 'Enlace a factura de proveedor (sistema)',
  },
  'upload-link': { en: 'Upload from a phone link (system)', es: 'Subida por enlace (sistema)' },
  'watch-task-start': { en: 'Task start overdue (system)', es: 'Tarea sin empezar (sistema)' },
  'watch-queue-item': { en: 'Queue rules (system)', es: 'Reglas de la cola (sistema)' },

  employee: { en: 'Employee service (outside)', es: 'Servicio de empleados (externo)' },
  masters: { en: 'Masters service (outside)', es: 'Servicio de datos maestros (externo)' },
  lead: { en: 'Lead service (outside)', es: 'Servicio de prospectos (externo)' },
  product: { en: 'Product service (outside)', es: 'Servicio de productos (externo)' },
  prescription: { en: 'Prescription service (outside)', es: 'Servicio de recetas (externo)' },
  customer: { en: 'Customer service (outside)', es: 'Servicio de clientes (externo)' },
  purchase: { en: 'Purchase service (outside)', es: 'Servicio de compras (externo)' },
  supplier: { en: 'Supplier service (outside)', es: 'Servicio de proveedores (externo)' },
  payment: { en: 'Payment service (outside)', es: 'Servicio de pagos (externo)' },
};

/** Policies that a family derives for each member, by the prefix of their name. */
const requestOf = (kind: string): Both => ({
  en: `Request for ${kind} (system)`,
  es: `Solicitud de aprobación ${kind} (sistema)`,
});
const derived: Readonly<Record<string, (member: string) => Both>> = {
  request: requestOf,
  ask: requestOf,
  queue: (queue) => ({ en: `Queue ${queue} (system)`, es: `Cola ${queue} (sistema)` }),
};

/** Display name of an event's author: a person's own name, or the translation of a job, policy or service. */
export function authorText(name: string, language: Language): string {
  if (Object.hasOwn(authors, name)) return textIn(authors[name]!, language);
  const [, family, member] = /^(request|ask|queue)-([A-Za-z][\w-]*)$/.exec(name) ?? [];
  return family && member ? textIn(derived[family]!(member), language) : name;
}

/** The same names as a table, for databases that sort and filter by them. */
export function authorTable(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(authors).map((name) => [name, authorText(name, language)]));
}
