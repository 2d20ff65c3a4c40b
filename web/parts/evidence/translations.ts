import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'evidence',
  translations({
    en: {
      evidence: 'Pages of the document',
      page: 'Page {{n}} of {{count}}',
      pageOf: '{{name}}, page {{n}} of {{count}}',
      before: 'Previous page',
      next: 'Next page',
      larger: 'Zoom in',
      smaller: 'Zoom out',
      whole: 'Whole page',
      width: 'Page width',
      turn: 'Rotate',
      tilt: 'Straighten',
      contrast: 'Contrast',
      'contrast.plain': 'As it is',
      'contrast.strong': 'Strong contrast',
      'contrast.inverse': 'White on black',
      compare: 'Compare two pages',
      single: 'One page',
      loading: 'Loading pages',
      none: 'No pages.',
      'problem.locked':
        'This PDF is protected by a password and cannot be shown. Ask for a copy without one.',
      'problem.tooLarge': 'This picture is too large to be shown here. Ask for one with a lower resolution.',
      'problem.broken': 'This file is damaged or is not what its name says. Ask for it again.',
      download: 'Download the file',
      mark: 'Draw a box around line {{label}}, or press Enter and move it with the arrow keys.',
      marked: 'Box: arrows move it, Shift and arrows size it, Enter sets it, Escape cancels.',
      line: 'Line {{label}}',
      keys: '+ and − zoom, arrows move, R rotates, C changes the contrast, 0 shows the whole page, Page Up and Page Down turn pages.',
    },
    es: {
      evidence: 'Páginas del documento',
      page: 'Página {{n}} de {{count}}',
      pageOf: '{{name}}, página {{n}} de {{count}}',
      before: 'Página anterior',
      next: 'Página siguiente',
      larger: 'Acercar',
      smaller: 'Alejar',
      whole: 'Página entera',
      width: 'Ancho de página',
      turn: 'Girar',
      tilt: 'Enderezar',
      contrast: 'Contraste',
      'contrast.plain': 'Tal cual',
      'contrast.strong': 'Contraste fuerte',
      'contrast.inverse': 'Blanco sobre negro',
      compare: 'Comparar dos páginas',
      single: 'Una página',
      loading: 'Cargando páginas',
      none: 'No hay páginas.',
      'problem.locked':
        'Este PDF está protegido con contraseña y no se puede mostrar. Pida una copia sin ella.',
      'problem.tooLarge':
        'Esta imagen es demasiado grande para mostrarla aquí. Pida una con menos resolución.',
      'problem.broken': 'Este archivo está dañado o no es lo que dice su nombre. Pídalo otra vez.',
      download: 'Descargar el archivo',
      mark: 'Dibuje un recuadro alrededor de la línea {{label}}, o pulse Intro y muévalo con las flechas.',
      marked:
        'Recuadro: las flechas lo mueven, Mayús y flechas cambian su tamaño, Intro lo fija, Escape cancela.',
      line: 'Línea {{label}}',
      keys: '+ y − cambian el tamaño, las flechas mueven, R gira, C cambia el contraste, 0 muestra la página entera, Re Pág y Av Pág pasan página.',
    },
  }),
);

export function useEvidenceTranslations(): Translate {
  return useTranslations('evidence').t;
}
