import { defineView, services } from '../core/view.ts';
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

/** *System*: base services, views, dead letters and jobs. */
export const systemWall = defineWall({
  name: 'system',
  title: { en: 'System', es: 'Sistema' },
  need: ['Dashboard/integrations:view', 'Dashboard/dashboard:view'],
  boards: ['live', 'notLive', 'behind', 'deadLetters', 'overdueJobs', 'failedJobs'],
  view: systemWallView,
  mark: (row) => row,
  everywhere: true,
  figures: [
    {
      name: 'services.live',
      label: { en: 'Services live', es: 'Servicios en vivo' },
      kind: 'count',
      of: 'live',
    },
    {
      name: 'services.notLive',
      label: { en: 'Services not live', es: 'Servicios sin datos nuevos' },
      kind: 'count',
      of: 'notLive',
      alarm: 'late',
    },
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
      name: 'jobs.overdue',
      label: { en: 'Jobs overdue', es: 'Tareas atrasadas' },
      kind: 'reading',
      of: 'overdueJobs',
      alarm: 'late',
    },
    {
      name: 'jobs.failed',
      label: { en: 'Jobs failed', es: 'Tareas fallidas' },
      kind: 'reading',
      of: 'failedJobs',
      alarm: { above: 0 },
    },
  ],
  sources: services,
});
