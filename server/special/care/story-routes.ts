import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { addDays, instantOf } from '#shared/core/day.ts';
import { storyKinds, type StoryKind, type StoryLine } from '#shared/streams/care/story.ts';
import type { LookRow, StoryAnswer, StoryEntry } from '#shared/streams/care/wire.ts';
import { careViewNeed } from '#shared/streams/care/careaccess.ts';
import { query } from '../../families/master/route-parts.ts';
import { openPatient, type CareParts, type OpenedPatient } from './care-access.ts';

export const storyPage = 100;

interface Row {
  readonly position: string;
  readonly at: Date;
  readonly stream: string;
  readonly type: string;
  readonly kind: StoryKind;
  readonly text: string;
  readonly tone: StoryLine['tone'];
  readonly actor: string;
}
export const entryOf = ({ position, at, stream, type, kind, text, tone, actor }: Row): StoryEntry => ({
  ...{ position: Number(position), at: at.toISOString(), stream, type, kind, text, tone, by: actor },
});

export const subjectsOf = ({ id, state }: Pick<OpenedPatient, 'id' | 'state'>): readonly string[] => [
  `p${id}`,
  ...(state.customerId === null ? [] : [`c${state.customerId}`]),
];

/** A patient's timeline, as of any day, and the accesses to it. */
export function storyRoutes(app: FastifyInstance, parts: CareParts): void {
  const { pool } = parts.server;
  const asking = z.object({
    kinds: texts.token().max(200).default(''),
    asOf: texts.day().optional(),
    before: z.coerce.number().int().positive().optional(),
    records: z.coerce.number().int().min(1).max(500).default(storyPage),
  });
  app.get(
    '/care/patients/:id/story',
    { config: { need: careViewNeed } },
    async (request): Promise<StoryAnswer> => {
      const asked = query(request, asking);
      const opened = await openPatient(parts, request, 'story', careViewNeed);
      const kinds =
        asked.kinds === '' ? storyKinds : storyKinds.filter((kind) => asked.kinds.split(',').includes(kind));
      const until = asked.asOf === undefined ? null : new Date(instantOf(addDays(asked.asOf, 1)));
      const { rows } = await pool.query<Row>(
        `select position, at, stream, type, kind, text, tone, actor from care_story
       where subject = any($1::text[]) and kind = any($2::text[]) and ($3::timestamptz is null or at < $3) and ($4::bigint is null or position < $4)
       order by position desc limit $5`,
        [subjectsOf(opened), kinds, until, asked.before ?? null, asked.records + 1],
      );
      const shown = rows.slice(0, asked.records).map(entryOf);
      return {
        rows: shown,
        next: rows.length > asked.records ? (shown.at(-1)?.position ?? null) : null,
        asOf: asked.asOf ?? null,
      };
    },
  );

  app.get(
    '/care/patients/:id/looks',
    { config: { need: careViewNeed } },
    async (request): Promise<{ rows: LookRow[] }> => {
      const { id } = await openPatient(parts, request, 'looks', careViewNeed);
      const { rows } = await pool.query<{
        position: string;
        at: Date;
        emp_id: number | null;
        name: string;
        screen: string;
        reason: string | null;
        glass: boolean;
      }>(
        'select position, at, emp_id, name, screen, reason, glass from care_looks where patient_id = $1 order by position desc limit 500',
        [id],
      );
      return {
        rows: rows.map(({ position, at, emp_id: empId, name, screen, reason, glass }) => ({
          id: position,
          at: at.toISOString(),
          empId,
          name,
          screen,
          reason,
          glass,
        })),
      };
    },
  );
}
