import { defineWall } from '../families/wall.ts';
import { dispatchNeed, dispatchWallView, over } from './dispatch-marks.ts';

/** *Delivery*: parcels in transit, today's results, and the money that riders carry. */
export const deliveryWall = defineWall({
  name: 'delivery',
  title: { en: 'Delivery', es: 'Entregas' },
  need: dispatchNeed,
  boards: ['packed', 'out', 'delivered', 'failed'],
  view: dispatchWallView,
  mark: (row) => (row.board === 'toPick' || row.board === over ? null : row),
  figures: [
    { name: 'road.out', label: { en: 'Out for delivery', es: 'En reparto' }, kind: 'count', of: 'out' },
    {
      name: 'day.delivered',
      label: { en: 'Delivered today', es: 'Entregados hoy' },
      kind: 'count',
      of: 'delivered',
      only: ['today'],
    },
    {
      name: 'day.failed',
      label: { en: 'Not delivered today', es: 'No entregados hoy' },
      kind: 'count',
      of: 'failed',
      only: ['today'],
    },
    {
      name: 'cod.riders',
      label: { en: 'Cash with riders', es: 'Efectivo con repartidores' },
      kind: 'cash',
      of: ['delivered', 'failed'],
    },
    {
      name: 'road.late',
      label: { en: 'Late, out for delivery', es: 'Con retraso en reparto' },
      kind: 'count',
      of: 'out',
      only: ['late'],
      alarm: { above: 5 },
    },
    {
      name: 'day.onTime',
      label: { en: 'On time today', es: 'A tiempo hoy' },
      kind: 'kept',
      of: 'delivered',
      only: ['today'],
    },
  ],
  sources: ['purchase', 'customer'],
});
