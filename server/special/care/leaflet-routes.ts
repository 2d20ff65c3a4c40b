import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { businessDay, showDay } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import { refuse } from '#shared/core/refusal.ts';
import { medicinesView } from '#shared/feeds/medicines.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import {
  leafletLanguages,
  printable,
  type Leaflet,
  type LeafletsAnswer,
} from '#shared/streams/prescriptions/leaflets.ts';
import { pdfOf } from '../../families/document/print.ts';
import { inTypefaces } from '../../families/document/typefaces.ts';
import { query } from '../../families/master/route-parts.ts';
import { openPatient, patientId, type CareParts } from './care-access.ts';

const need = 'Prescription/pilPrint:view' as const;
const asked = z.object({ language: z.enum(leafletLanguages).optional() });
interface Text {
  readonly molecule: number;
  readonly language: string;
  readonly version: number;
  readonly text: string;
}

/**
 * The leaflets of a patient's medicines: as a list, and as a PDF where a typeface for the language exists.
 */
export function leafletRoutes(app: FastifyInstance, parts: CareParts): void {
  const { pool, views, clock } = parts.server;

  const leafletsOf = async (request: FastifyRequest, onPaper = false): Promise<LeafletsAnswer> => {
    const wanted = query(request, asked).language;
    let answer: LeafletsAnswer | null = null;
    const { id, state } = await openPatient(parts, request, 'pilPrint', need, async (patient) => {
      answer = await read(patientId(request), patient, wanted);
      if (onPaper) written(answer);
    });
    return answer ?? read(id, state, wanted);
  };

  const read = async (
    id: number,
    state: PatientState,
    wanted?: Leaflet['languages'][number],
  ): Promise<LeafletsAnswer> => {
    const today = businessDay(clock.now());
    const row = await views.read(medicinesView, String(id));
    const current = (row?.medicines ?? []).filter((one) => one.valid && one.until >= today);
    const spoken = await pool.query<{ language: string | null }>(
      "select fields->>'vLanguage' as language from master_rows where kind = 'customer' and id = $1",
      [state.customerId],
    );
    const own = leafletLanguages.find((one) => one === spoken.rows[0]?.language) ?? 'en';
    const language = wanted ?? own;
    const molecules = new Map(
      current.flatMap(({ drug }) => drug.molecules.map((one) => [one.moleculeId, one.inn] as const)),
    );
    const { rows } = await pool.query<Text>(
      `select (fields->>'iMoleculeId')::int as molecule, fields->>'vLanguage' as language, (fields->>'iVersion')::int as version, fields->>'vText' as text
       from master_rows where kind = 'pil' and stage = 'published' and not cancelled and (fields->>'iMoleculeId')::int = any($1::int[])
       order by (fields->>'iVersion')::int desc`,
      [[...molecules.keys()]],
    );
    const leaflets = [...molecules].map(([moleculeId, inn]): Leaflet => {
      const texts = rows.filter(({ molecule }) => molecule === moleculeId);
      const found = texts.find((one) => one.language === language);
      return {
        moleculeId,
        inn,
        drugs: current
          .filter(({ drug }) => drug.molecules.some((one) => one.moleculeId === moleculeId))
          .map(({ drug, ref }) => ({ name: drug.name, ref })),
        text: found?.text ?? null,
        version: found?.version ?? null,
        languages: leafletLanguages.filter((one) => texts.some(({ language: other }) => other === one)),
      };
    });
    return { patientId: id, patient: state.name, language, own, leaflets };
  };

  app.get('/care/patients/:id/leaflets', { config: { need } }, (request) => leafletsOf(request));

  app.get('/care/patients/:id/leaflets/pdf', { config: { need } }, async (request, reply) => {
    const answer = await leafletsOf(request, true);
    const { patientId: id, patient } = answer;
    const pdf = await pdfOf({
      content: written(answer).flatMap(({ inn, drugs, text, version }, at) => [
        {
          text: inn,
          fontSize: 16,
          bold: true,
          ...(at === 0 ? {} : { pageBreak: 'before' as const }),
        },
        {
          text: inTypefaces(drugs.map(({ name }) => name).join(', ')),
          margin: [0, 2, 0, 10] as [number, number, number, number],
        },
        { text: inTypefaces(text) },
        { text: `v${version ?? 1}`, fontSize: 8, margin: [0, 12, 0, 0] as [number, number, number, number] },
      ]),
      footer: (page, count) => ({
        text: inTypefaces(
          `${reference('PT', id)}   ${printable(patient) ? patient : ''}   ${showDay(businessDay(clock.now()))}   ${page}/${count}`,
        ),
        alignment: 'center',
        fontSize: 8,
      }),
      pageMargins: [48, 48, 48, 48],
      defaultStyle: { font: 'Helvetica', fontSize: 11, lineHeight: 1.3 },
    });
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${reference('PT', id)}.pdf"`)
      .send(pdf);
  });
}

/**
 * The leaflets that can be printed; refused where there are none, or in a script for which the server has no
 * typeface.
 */
function written({ leaflets }: LeafletsAnswer) {
  const texts = leaflets.flatMap(({ inn, drugs, text, version }) =>
    text === null ? [] : [{ inn, drugs, text, version }],
  );
  if (texts.length === 0) throw refuse('notFound', 404);
  if (!texts.every(({ text }) => printable(text))) throw refuse('leafletLetters', 422);
  return texts;
}
