import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const employeeSyncTranslations = translations({
  en: {
    sync: 'Sync from Zoho',
    inside: 'The employee service is internal: there is no Zoho to sync from.',
    running: '{{by}} started a sync; it is in progress.',
    syncing: 'Syncing from Zoho …',
    read: 'Zoho: {{items}} records read, {{applied}} changed.',
    failed: 'Zoho did not answer: {{error}}',
    lost: 'The sync with Zoho was interrupted; its result is unknown.',
    by: '{{by}}, {{ago}}',
  },
  es: {
    sync: 'Sincronizar con Zoho',
    inside: 'El servicio de empleados es interno: no hay un Zoho con el que sincronizar.',
    running: '{{by}} inició una sincronización; está en curso.',
    syncing: 'Sincronizando con Zoho …',
    read: 'Zoho: {{items}} registros leídos, {{applied}} con cambios.',
    failed: 'Zoho no respondió: {{error}}',
    lost: 'La sincronización con Zoho se interrumpió; se desconoce su resultado.',
    by: '{{by}}, {{ago}}',
  },
});

const temporaryTranslations = translations({
  en: {
    title: 'Temporary designations',
    none: 'None now.',
    'state.requested': 'To approve',
    'state.active': 'Approved',
    days: '{{from}} to {{to}}',
    by: 'Requested by {{by}}',
    request: 'Request temporary designation',
    requestFor: 'Temporary designation for {{name}}',
    designation: 'Designation',
    firstDay: 'First day',
    lastDay: 'Last day',
    reason: 'Reason',
    send: 'Send request',
    close: 'Close',
    approve: 'Approve',
    reject: 'Reject',
    cancel: 'Cancel designation',
    rejectTitle: 'Reject the temporary designation?',
    cancelTitle: 'Cancel the temporary designation?',
    cancelText: 'It ends at once; the days left are free again.',
    'done.request': 'Temporary designation of {{name}} requested',
    'done.approve': 'Temporary designation of {{name}} approved',
    'done.reject': 'Temporary designation of {{name}} rejected',
    'done.cancel': 'Temporary designation of {{name}} cancelled',
    own: 'Somebody else must decide about your own request.',
  },
  es: {
    title: 'Cargos temporales',
    none: 'Ninguno por ahora.',
    'state.requested': 'Por aprobar',
    'state.active': 'Aprobada',
    days: 'Del {{from}} al {{to}}',
    by: 'Solicitada por {{by}}',
    request: 'Solicitar cargo temporal',
    requestFor: 'Cargo temporal de {{name}}',
    designation: 'Cargo',
    firstDay: 'Primer día',
    lastDay: 'Último día',
    reason: 'Motivo',
    send: 'Enviar solicitud',
    close: 'Cerrar',
    approve: 'Aprobar',
    reject: 'Rechazar',
    cancel: 'Anular cargo',
    rejectTitle: '¿Rechazar el cargo temporal?',
    cancelTitle: '¿Anular el cargo temporal?',
    cancelText: 'Termina enseguida; los días que quedan vuelven a estar libres.',
    'done.request': 'Cargo temporal de {{name}} solicitado',
    'done.approve': 'Cargo temporal de {{name}} aprobado',
    'done.reject': 'Cargo temporal de {{name}} rechazado',
    'done.cancel': 'Cargo temporal de {{name}} anulado',
    own: 'Otra persona debe decidir sobre su propia solicitud.',
  },
});

const namespace = 'emplist-sync';
const temporaryNamespace = 'emplist-temporary';

export function addEmployeeSyncTranslations(): void {
  addTranslations(namespace, employeeSyncTranslations);
}

export function useEmployeeSyncTranslations() {
  return useTranslations(namespace).t;
}

export function addTemporaryTranslations(): void {
  addTranslations(temporaryNamespace, temporaryTranslations);
}

export function useTemporaryTranslations() {
  return useTranslations(temporaryNamespace).t;
}
