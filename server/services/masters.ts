import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { limits } from '#shared/core/limits.ts';
import { placesView, type PlaceRow } from '../access/directory-views.ts';
import type { ServiceParts } from './give.ts';
import { flag, queryReader, sendList } from './list.ts';

function designation({ id, active, fields }: PlaceRow): Record<string, unknown> {
  return {
    idesignationId: id,
    vDesignationName: fields['name'] ?? fields['vName'] ?? '',
    vDesignationCode: fields['code'] ?? fields['vDesignationCode'] ?? fields['vCode'] ?? '',
    iStatus: active ? 1 : 0,
  };
}

function place({ id, active, fields }: PlaceRow): Record<string, unknown> {
  return {
    iPooId: id,
    vPooName: fields['name'] ?? fields['vName'] ?? '',
    vCity: fields['city'] ?? fields['vCity'] ?? '',
    vPincode: fields['pincode'] ?? fields['vPincode'] ?? '',
    vAddress: fields['address'] ?? fields['vAddress'] ?? '',
    iStatus: active ? 1 : 0,
  };
}

/** The two masters that everything else refers to, with the specification's paths. */
export function mastersService(app: FastifyInstance, parts: ServiceParts): void {
  const view = parts.server.views.get(placesView);
  const lists = [
    {
      path: '/masters/api/v2/DesignationMaster',
      kind: 'designation',
      face: designation,
      name: 'vDesignationName',
    },
    { path: '/masters/api/v2/PlaceOfOperation', kind: 'placeOfOperation', face: place, name: 'vPooName' },
  ] as const;
  for (const { path, kind, face, name } of lists) {
    const querying = queryReader({ iStatus: flag, [name]: texts.token().max(100).optional() });
    app.get(path, { config: { need: 'signedIn' } }, async (request, reply) => {
      const requested = querying(request, limits.pageSizes.designationMaster);
      const part = (requested as Record<string, unknown>)[name];
      const rows = [...view.rows.values()]
        .filter(
          (row) =>
            row.kind === kind &&
            (requested['iStatus'] === undefined || row.active === (requested['iStatus'] === 1)),
        )
        .sort((a, b) => a.id - b.id)
        .map(face)
        .filter(
          (row) => typeof part !== 'string' || String(row[name]).toLowerCase().includes(part.toLowerCase()),
        );
      return sendList(request, reply, { ...requested, modifiedSince: null }, rows);
    });
  }
}
