import type { FastifyPluginAsync } from 'fastify';
import { takeWebhooks, type WebhookParts } from '../webhooks.ts';
import type { Mapping } from './mapping.ts';
import { readReport } from './mapping.ts';
import { takeReport, type TakeParts } from './take-report.ts';

export interface ReceiveParts extends TakeParts, WebhookParts {
  readonly mapping: Mapping;
}

/** `POST /telephony/webhooks`: reports of the telephony partner. */
export function receiveTelephony(parts: ReceiveParts): FastifyPluginAsync {
  return async (app) =>
    takeWebhooks(app, '/telephony/webhooks', parts, (body, id) =>
      takeReport(parts, readReport(body, parts.mapping), id),
    );
}
