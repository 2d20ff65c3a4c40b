import { defineWall } from '../families/wall.ts';
import { dispatchNeed, dispatchWallView, over } from './dispatch-marks.ts';

/** *Store and dispatch*: parcels to pick, packed ones, and missed slots. */
export const storeWall = defineWall({
  name: 'store',
  title: { en: 'Store and dispatch', es: 'Tienda y despacho' },
  need: dispatchNeed,
  boards: ['toPick', 'packed', 'out', 'delivered', 'failed'],
  view: dispatchWallView,
  mark: ({ paise: _paise, ...row }) => (row.board === over ? null : row),
  figures: [
    { name: 'pick.waiting', label: { en: 'To pick', es: 'Por recoger' }, kind: 'count', of: 'toPick' },
    {
      name: 'packed.waiting',
      label: { en: 'Packed, not out', es: 'Embalados, sin salir' },
      kind: 'count',
      of: 'packed',
    },
    {
      name: 'slots.late',
      label: { en: 'Past their slot', es: 'Fuera de su franja' },
      kind: 'count',
      of: ['packed', 'out'],
      only: ['late'],
      alarm: { above: 0 },
    },
    { name: 'road.out', label: { en: 'Out for delivery', es: 'En reparto' }, kind: 'count', of: 'out' },
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
