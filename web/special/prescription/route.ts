import type { SpecialRoute } from '#web/parts/special-route.ts';

export const routes: readonly SpecialRoute[] = [
  {
    path: '/prescription/prescUploadOtpVerification',
    title: { en: 'Upload and OTP verification', es: 'Subida y verificación OTP' },
    load: () => import('./UploadScreen.tsx').then(({ UploadScreen }) => UploadScreen),
  },
  {
    path: '/prescription/prescriptionUpdate',
    title: { en: 'Prescription update', es: 'Cambio de receta' },
    load: () => import('./UpdateScreen.tsx').then(({ UpdateScreen }) => UpdateScreen),
  },
  {
    path: '/prescription/AdhocPrescription',
    title: { en: 'Adhoc prescription', es: 'Receta puntual' },
    load: () => import('./AdhocScreen.tsx').then(({ AdhocScreen }) => AdhocScreen),
  },
  {
    path: '/prescription/customerExit',
    title: { en: 'Customer exit', es: 'Baja de clientes' },
    load: () => import('./exit/ExitScreen.tsx').then(({ ExitScreen }) => ExitScreen),
  },
  {
    path: '/prescription/reactive-customer',
    title: { en: 'Reactivate customer', es: 'Reactivar clientes' },
    load: () => import('./exit/ReturnScreen.tsx').then(({ ReturnScreen }) => ReturnScreen),
  },
  {
    path: '/prescription/pilPrint',
    title: { en: 'PIL print', es: 'Impresión de folletos' },
    load: () => import('./pil/PilScreen.tsx').then(({ PilScreen }) => PilScreen),
  },
  {
    path: '/prescription/pdListv2',
    title: { en: 'PD list v2', es: 'Lista PD v2' },
    feed: 'queue/pdListv2',
    load: () => import('./CardsScreen.tsx').then(({ CardsScreen }) => CardsScreen),
  },
];
