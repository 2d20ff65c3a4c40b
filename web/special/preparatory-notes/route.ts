import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/outBound/preparatoryNotes',
  title: { en: 'Preparatory notes', es: 'Notas preparatorias' },
  load: () =>
    import('./PreparatoryNotesScreen.tsx').then(({ PreparatoryNotesScreen }) => PreparatoryNotesScreen),
};
