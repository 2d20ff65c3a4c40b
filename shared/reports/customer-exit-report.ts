import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { exitTranslations } from '../streams/customers/exit/translations.ts';
import { customerExits, exitColumns } from './models/customer-exits.ts';
import { stageTexts } from './models/purchases.ts';

const own = exitColumns;

/** Exits of customers, their reasons, and retained customers. */
export const customerExitReport = defineReport({
  name: 'customerExitReport',
  route: '/reports/normalReports/customerExitReport',
  model: customerExits,
  columns: [
    ...[
      own.askedAt,
      own.ref,
      own.customerName,
      own.customer,
      own.kind,
      own.reason,
      own.stage,
      own.by,
      own.calledAt,
      own.offer,
    ],
    ...[own.decidedAt, own.decidedBy, own.exitedOn, own.returnedAt, own.topRank, own.decisionMinutes],
    ...[own.iPooId, own.customerId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'askedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['ref', 'customer', 'customerName', 'reason', 'by'] },
  ],
  groups: ['kind', 'reason', 'stage', 'offer', 'iPooId'],
  groupedBy: 'kind',
  measures: [
    { name: 'asked', kind: 'count' },
    { name: 'left', kind: 'count', where: { column: 'stage', in: ['exited', 'granted'] } },
    {
      name: 'kept',
      kind: 'share',
      where: { column: 'stage', in: ['kept', 'withdrawn', 'returned'] },
      among: {
        column: 'stage',
        in: ['kept', 'withdrawn', 'returned', 'exited', 'granted', 'rejected', 'failed'],
      },
    },
    { name: 'decision', kind: 'median', of: 'decisionMinutes' },
  ],
  chart: { kind: 'stack', by: 'askedAt', split: 'kind' },
  drill: [
    {
      need: 'Masters/customerMasterV2:view',
      href: ({ customerId }) => `/masters/customerMasterV2?row=${String(customerId)}`,
    },
  ],
  sort: { column: 'askedAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(exitTranslations),
    title: { en: 'Customer exit report', es: 'Informe de bajas de clientes' },
    'column.askedAt': { en: 'Requested', es: 'Solicitada' },
    'column.ref': { en: 'Exit', es: 'Baja' },
    'column.customer': { en: 'Customer no.', es: 'N.º de cliente' },
    'column.customerName': { en: 'Customer', es: 'Cliente' },
    'column.customerId': { en: 'Customer id', es: 'Id. del cliente' },
    'column.kind': { en: 'Kind', es: 'Tipo' },
    'kind.byCustomer': { en: 'At own request', es: 'A petición propia' },
    'kind.death': { en: 'Death', es: 'Fallecimiento' },
    'kind.moved': { en: 'Moved away', es: 'Mudanza' },
    'kind.nonPayment': { en: 'Non-payment', es: 'Impago' },
    'kind.dissatisfied': { en: 'Dissatisfied', es: 'Insatisfecho' },
    'kind.duplicate': { en: 'Duplicate', es: 'Duplicado' },
    'kind.outside': { en: 'Reported by the service', es: 'Comunicada por el servicio' },
    'column.reason': { en: 'Reason', es: 'Motivo' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.by': { en: 'Requested by', es: 'Solicitada por' },
    'column.calledAt': { en: 'Retention call', es: 'Llamada de retención' },
    'column.offer': { en: 'Offered', es: 'Oferta' },
    'offer.none': { en: 'Nothing', es: 'Nada' },
    'offer.discount': { en: 'Discount', es: 'Descuento' },
    'offer.otherPlan': { en: 'Different plan', es: 'Otro plan' },
    'offer.pause': { en: 'Pause', es: 'Pausa' },
    'offer.otherPerson': { en: 'Different contact', es: 'Otro contacto' },
    'column.decidedAt': { en: 'Decided', es: 'Decidida' },
    'column.decidedBy': { en: 'Decided by', es: 'Decidida por' },
    'column.exitedOn': { en: 'Left on', es: 'Baja el' },
    'column.returnedAt': { en: 'Came back on', es: 'Volvió el' },
    'column.topRank': { en: 'Highest rank', es: 'Rango más alto' },
    'topRank.yes': { en: 'Yes', es: 'Sí' },
    'topRank.no': { en: 'No', es: 'No' },
    'column.decisionMinutes': { en: 'Request to decision', es: 'De la solicitud a la decisión' },
    'measure.asked': { en: 'Requested', es: 'Solicitadas' },
    'means.asked': { en: 'Exits requested in the period.', es: 'Bajas solicitadas en el período.' },
    'measure.left': { en: 'Left', es: 'Bajas' },
    'means.left': {
      en: 'Of these, approved or carried out.',
      es: 'De ellas, aprobadas o llevadas a cabo.',
    },
    'measure.kept': { en: 'Retained', es: 'Retenidos' },
    'means.kept': {
      en: 'Share of the decided exits after which the customer stayed or came back.',
      es: 'Parte de las bajas decididas tras las que el cliente se quedó o volvió.',
    },
    'measure.decision': { en: 'Time to a decision', es: 'Tiempo hasta decidir' },
    'means.decision': {
      en: 'Median time from the request to the decision.',
      es: 'Mediana desde la solicitud hasta la decisión.',
    },
  }),
});
