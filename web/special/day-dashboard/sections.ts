/**
 * The sections of a day by their reports; each shows the report's figures that make sense for a single day.
 */
export const sections = [
  { key: 'attendance', reports: ['earlyreport'] },
  { key: 'calls', reports: ['communicationDashboard'] },
  { key: 'leads', reports: ['leadsDashboard'] },
  { key: 'signups', reports: ['customersignupReport'] },
  { key: 'visits', reports: ['appointmentData'] },
  { key: 'prescriptions', reports: ['prescriptionUploadPending', 'labReport'] },
  { key: 'orders', reports: ['pharmaOrderDetails', 'socancel-log'] },
  { key: 'delivery', reports: ['dcReports', 'returnDcReport'] },
  { key: 'sales', reports: ['daywisesales'] },
  { key: 'collection', reports: ['transactionReport'] },
  { key: 'purchases', reports: ['poReports', 'greReports'] },
  { key: 'stock', reports: ['stockAdjustReport'] },
  { key: 'people', reports: ['empExpenseReport', 'customerExitReport'] },
] as const;

export type SectionKey = (typeof sections)[number]['key'];
