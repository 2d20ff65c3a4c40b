import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { callColumns, callDays, serviceCalls } from './models/service-calls.ts';

const own = callColumns;
const keyOf = (stream: unknown, name: string): string | null =>
  String(stream ?? '').startsWith(`${name}-`) ? String(stream).slice(name.length + 1) : null;

/** Calls with the nine base services: which failed, were slow, came twice or lie among the dead letters. */
export const visualApiLog = defineReport({
  name: 'visualApiLog',
  route: '/reports/visualApiLog',
  model: serviceCalls,
  columns: [
    ...[own.at, own.service, own.direction, own.result, own.status, own.ms, own.route, own.error],
    ...[own.method, own.attempt, own.bytes, own.calls, own.messages, own.madeEvents, own.stream],
    ...[own.correlation, own.answer, own.failed, own.duplicates, own.dead, own.dropped],
  ],
  scope: { place: null },
  filters: [
    { kind: 'period', name: 'at', preset: 'today', mostDays: callDays.query },
    { kind: 'choice', name: 'service' },
    { kind: 'choice', name: 'direction' },
    { kind: 'choice', name: 'answer' },
    { kind: 'choice', name: 'result' },
    { kind: 'find', columns: ['route', 'error', 'stream', 'correlation'] },
  ],
  groups: ['service', 'direction', 'result', 'answer', 'route'],
  groupedBy: 'service',
  measures: [
    { name: 'calls', kind: 'sum', of: 'calls' },
    { name: 'errors', kind: 'ratio', of: 'failed', per: 'calls' },
    { name: 'median', kind: 'median', of: 'ms' },
    { name: 'slow', kind: 'p95', of: 'ms' },
    { name: 'duplicates', kind: 'sum', of: 'duplicates' },
    { name: 'dead', kind: 'sum', of: 'dead' },
    { name: 'dropped', kind: 'sum', of: 'dropped' },
  ],
  chart: { kind: 'stack', by: 'at', split: 'answer', of: 'calls' },
  drill: [
    {
      need: 'Dashboard/integrations:view',
      href: ({ result }) => (result === 'dead' ? '/admin/integrations' : null),
    },
    {
      need: 'Out Bound/pharmaLead:view',
      href: ({ stream }) => {
        const id = keyOf(stream, 'lead');
        return id === null ? null : `/outBound/pharmaLead?row=${id}`;
      },
    },
    {
      need: 'Masters/customerMasterV2:view',
      href: ({ stream }) => {
        const id = keyOf(stream, 'customer');
        return id === null ? null : `/masters/customerMasterV2?row=${id}`;
      },
    },
  ],
  sort: { column: 'at', way: 'desc' },
  translations: reportTexts({
    title: { en: 'Visual API Log', es: 'Registro de llamadas' },
    'column.at': { en: 'Time', es: 'Hora' },
    'column.service': { en: 'Service', es: 'Servicio' },
    'service.employee': { en: 'Employee', es: 'Empleados' },
    'service.masters': { en: 'Masters', es: 'Datos maestros' },
    'service.lead': { en: 'Lead', es: 'Prospectos' },
    'service.product': { en: 'Product', es: 'Productos' },
    'service.prescription': { en: 'Prescription', es: 'Recetas' },
    'service.customer': { en: 'Customer', es: 'Clientes' },
    'service.purchase': { en: 'Purchase', es: 'Compras' },
    'service.supplier': { en: 'Supplier', es: 'Proveedores' },
    'service.payment': { en: 'Payment', es: 'Pagos' },
    'column.direction': { en: 'Direction', es: 'Sentido' },
    'direction.poll': { en: 'Poll', es: 'Sondeo' },
    'direction.webhook': { en: 'Webhook', es: 'Webhook' },
    'direction.command': { en: 'Command', es: 'Orden' },
    'column.method': { en: 'Method', es: 'Método' },
    'column.route': { en: 'Route', es: 'Ruta' },
    'column.status': { en: 'Status', es: 'Estado' },
    'column.answer': { en: 'Status class', es: 'Clase de estado' },
    'answer.2xx': { en: '2xx', es: '2xx' },
    'answer.3xx': { en: '3xx', es: '3xx' },
    'answer.4xx': { en: '4xx', es: '4xx' },
    'answer.5xx': { en: '5xx', es: '5xx' },
    'answer.none': { en: 'No answer', es: 'Sin respuesta' },
    'column.ms': { en: 'ms', es: 'ms' },
    'column.bytes': { en: 'Bytes', es: 'Bytes' },
    'column.attempt': { en: 'Attempt', es: 'Intento' },
    'column.result': { en: 'Result', es: 'Resultado' },
    'result.applied': { en: 'Applied', es: 'Aplicada' },
    'result.duplicate': { en: 'Duplicate', es: 'Duplicada' },
    'result.ignored': { en: 'Ignored', es: 'Ignorada' },
    'result.waiting': { en: 'Waiting for a retry', es: 'En espera de reintento' },
    'result.dead': { en: 'Dead letter', es: 'Mensaje fallido' },
    'result.empty': { en: 'Nothing new', es: 'Sin novedades' },
    'result.failed': { en: 'Failed', es: 'Fallida' },
    'result.unknown': { en: 'Answer unknown', es: 'Respuesta desconocida' },
    'result.dropped': { en: 'Not logged', es: 'Sin registrar' },
    'column.error': { en: 'Error', es: 'Error' },
    'column.calls': { en: 'Calls', es: 'Llamadas' },
    'column.messages': { en: 'Messages', es: 'Mensajes' },
    'column.madeEvents': { en: 'Events', es: 'Eventos' },
    'column.stream': { en: 'Record', es: 'Registro' },
    'column.correlation': { en: 'Correlation', es: 'Correlación' },
    'column.failed': { en: 'Failed', es: 'Fallidas' },
    'column.duplicates': { en: 'Duplicates', es: 'Duplicadas' },
    'column.dead': { en: 'Dead letters', es: 'Mensajes fallidos' },
    'column.dropped': { en: 'Not logged', es: 'Sin registrar' },
    'measure.calls': { en: 'Calls', es: 'Llamadas' },
    'means.calls': {
      en: 'Calls with the base services. Polls without news, and calls beyond 60 a minute of one kind, are counted in one row per minute.',
      es: 'Llamadas con los servicios base. Los sondeos sin novedades y las llamadas que pasan de 60 por minuto de un tipo se cuentan en una fila por minuto.',
    },
    'measure.errors': { en: 'Errors', es: 'Errores' },
    'means.errors': {
      en: 'Share of the calls that failed, became a dead letter or have an unknown answer.',
      es: 'Parte de las llamadas que fallaron, acabaron como mensaje fallido o no tienen respuesta conocida.',
    },
    'measure.median': { en: 'Median ms', es: 'Mediana ms' },
    'means.median': {
      en: 'Half of the rows took at most this long; a row of several calls counts with their average.',
      es: 'La mitad de las filas tardó como máximo esto; una fila de varias llamadas cuenta con su media.',
    },
    'measure.slow': { en: '95th percentile ms', es: 'Percentil 95 ms' },
    'means.slow': {
      en: '95 of 100 rows took at most this long.',
      es: '95 de cada 100 filas tardaron como máximo esto.',
    },
    'measure.duplicates': { en: 'Duplicates', es: 'Duplicadas' },
    'means.duplicates': {
      en: 'Calls whose messages were already known.',
      es: 'Llamadas cuyos mensajes ya se conocían.',
    },
    'measure.dead': { en: 'Dead letters', es: 'Mensajes fallidos' },
    'means.dead': {
      en: 'Calls with a message that could not be used; it waits in Integrations.',
      es: 'Llamadas con un mensaje inservible; espera en Integraciones.',
    },
    'measure.dropped': { en: 'Not logged', es: 'Sin registrar' },
    'means.dropped': {
      en: 'Calls not logged because there were too many, or because the log could not be written.',
      es: 'Llamadas sin registrar por ser demasiadas o porque no se pudo escribir el registro.',
    },
  }),
});
