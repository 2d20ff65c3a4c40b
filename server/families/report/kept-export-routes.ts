import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inPoos, may } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { KeptExport } from '#shared/families/report-wire.ts';
import type { ExportHolds, KeptExports } from '../kept-exports.ts';
import { contentTypes } from '../send-export.ts';
import { exportFile } from './export-routes.ts';
import { maskedFor } from './report-query.ts';
import { reportFor, type ReportParts } from './report-routes.ts';

const signedIn = { config: { need: 'signedIn' as const } };

/** Exports in the background: begun, watched, cancelled and fetched by the person who made them, for a day. */
export function keptExportRoutes(app: FastifyInstance, parts: ReportParts, exports: KeptExports): void {
  const own = async (request: FastifyRequest): Promise<KeptExport & ExportHolds> => {
    const { name, id } = request.params as { name: string; id: string };
    return exports.find(request.viewer!, name, id);
  };
  const shown = ({ masked: _masked, places: _places, ...kept }: KeptExport & ExportHolds): KeptExport => kept;

  app.post('/reports-exports/:name', signedIn, async (request, reply): Promise<KeptExport> => {
    const { viewer, file } = await exportFile(parts, request, request.body ?? {});
    const kept = await exports.begin(request, viewer, file);
    void reply.status(202);
    return shown(kept);
  });

  app.get('/reports-exports/:name', signedIn, async (request): Promise<readonly KeptExport[]> => {
    const { def, viewer } = reportFor(parts.byName, request);
    return exports.list(viewer, def.name);
  });

  app.get('/reports-exports/:name/:id', signedIn, async (request): Promise<KeptExport> =>
    shown(await own(request)),
  );

  app.delete('/reports-exports/:name/:id', signedIn, async (request): Promise<object> => {
    const { name, id } = request.params as { name: string; id: string };
    await exports.cancel(request.viewer!, name, id);
    return {};
  });

  app.get('/reports-exports/:name/:id/file', signedIn, async (request, reply) => {
    const kept = await own(request);
    const { def, viewer } = reportFor(parts.byName, request);
    if (!may(viewer, def.exportNeed).ok) throw refuse('forbidden', 403, { permission: def.exportNeed });
    if (kept.state !== 'ready' || !seesAll(kept, viewer.poos, maskedFor(def, viewer)))
      throw refuse('notFound', 404);
    return reply
      .header('content-disposition', `attachment; filename="${kept.fileName}"`)
      .header('x-total-count', String(kept.done))
      .type(contentTypes[kept.fileName.endsWith('.csv') ? 'csv' : 'xlsx'])
      .send(exports.open(kept));
  });
}

/** Whether today's rights still show every place and every name in the file. */
function seesAll(holds: ExportHolds, poos: ExportHolds['places'], masked: readonly string[]): boolean {
  const places = holds.places === 'all' ? poos === 'all' : holds.places.every((id) => inPoos({ poos }, id));
  return places && masked.every((name) => holds.masked.includes(name));
}
