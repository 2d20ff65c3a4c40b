import type { Both } from '../core/translations.ts';
import { defineView, services, type Service } from '../core/view.ts';
import type { PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';

/** The state of the server is in no event: each node fills these rows itself (`server/operations/system-marks.ts`). */
export const systemWallView = defineView<PlacedMark>({
  name: 'systemWall',
  version: 1,
  streams: [],
  ids: () => [],
  row: (row) => row ?? null,
});

const serviceTitles: Readonly<Record<Service, Both>> = {
  employee: { en: 'Employees', es: 'Empleados' },
  masters: { en: 'Masters', es: 'Datos maestros' },
  lead: { en: 'Leads', es: 'Prospectos' },
  product: { en: 'Products', es: 'Productos' },
  prescription: { en: 'Prescriptions', es: 'Recetas' },
  customer: { en: 'Customers', es: 'Clientes' },
  purchase: { en: 'Purchases', es: 'Compras' },
  supplier: { en: 'Suppliers', es: 'Proveedores' },
  payment: { en: 'Payments', es: 'Pagos' },
};

/** *System*: views, dead letters, jobs, the last backup, and base services without new data. */
export const systemWall = defineWall({
  name: 'system',
  title: { en: 'System', es: 'Sistema' },
  need: ['Dashboard/integrations:view', 'Dashboard/dashboard:view'],
  boards: [...services, 'live', 'behind', 'deadLetters', 'overdueJobs', 'failedJobs', 'backup'],
  view: systemWallView,
  mark: (row) => row,
  everywhere: true,
  figures: [
    {
      name: 'views.behind',
      label: { en: 'Events to process', es: 'Eventos por procesar' },
      kind: 'reading',
      of: 'behind',
      alarm: 'late',
    },
    {
      name: 'letters.dead',
      label: { en: 'Dead letters', es: 'Mensajes fallidos' },
      kind: 'reading',
      of: 'deadLetters',
      alarm: { above: 0 },
    },
    {
      name: 'jobs.stuck',
      label: { en: 'Jobs overdue or failed', es: 'Tareas atrasadas o fallidas' },
      kind: 'reading',
      of: ['overdueJobs', 'failedJobs'],
      alarm: 'late',
    },
    {
      name: 'backup.age',
      label: { en: 'Without a backup for', es: 'Sin copia de seguridad desde hace' },
      kind: 'oldest',
      of: 'backup',
      alarm: { above: 26 * 60 },
    },
    {
      name: 'services.notLive',
      label: { en: 'Services not live', es: 'Servicios sin datos nuevos' },
      kind: 'boards',
      of: services,
      titles: serviceTitles,
      none: { en: 'All services are live', es: 'Todos los servicios están al día' },
      alarm: 'late',
    },
  ],
  sources: services,
});
