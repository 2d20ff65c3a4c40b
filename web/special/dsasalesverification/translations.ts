import type { Translations } from '#shared/core/translations.ts';
import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const claimTranslations = translations({
  en: {
    claim: 'Claim a sale',
    order: 'Order number',
    agent: 'Agent',
    agentHint: 'Name of the affiliate',
    save: 'Claim sale',
    cancel: 'Cancel',
    required: 'Required.',
    done: 'Sale of {{order}} claimed',
  },
  es: {
    claim: 'Reclamar una venta',
    order: 'Número de pedido',
    agent: 'Agente',
    agentHint: 'Nombre del afiliado',
    save: 'Reclamar venta',
    cancel: 'Cancelar',
    required: 'Obligatorio.',
    done: 'Venta de {{order}} reclamada',
  },
});

type Key = typeof claimTranslations extends Translations<infer K> ? K : never;
export const useClaimTranslations = (): ((key: Key, values?: Readonly<Record<string, unknown>>) => string) =>
  useTranslations('saleClaim').t;
addTranslations('saleClaim', claimTranslations);
