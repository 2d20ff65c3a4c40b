import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { note } from '../../core/fields.ts';
import { accessAuditRules, type AccessAuditRule } from '../../access/access-audit.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/**
 * An unusual number of opened records: raised by the system, reviewed by an admin. One per rule, person and
 * day.
 */
export interface AccessAlertState {
  readonly raised: boolean;
  readonly rule: AccessAuditRule | null;
  readonly empId: number | null;
  readonly reviewedBy: number | null;
}

const raising = z.strictObject({
  rule: z.enum(accessAuditRules),
  empId: z.int().positive().nullable(),
  name: texts.own().max(200),
  subject: texts.own().max(200).nullable(),
  count: z.int().positive(),
  limit: z.number().positive(),
});
const reviewing = z.strictObject({ note: note(500).min(5) });

type AccessAlertEvent =
  | Event<'AccessAlertRaised', z.infer<typeof raising>>
  | Event<'AccessAlertReviewed', z.infer<typeof reviewing>>;
type AccessReviewEvent = Event<'AccessReviewSigned', z.infer<typeof reviewing>>;

export const accessAlert = defineStream<AccessAlertState, AccessAlertEvent>({
  name: 'readingalert',
  events: {
    AccessAlertRaised: true,
    AccessAlertReviewed: true,
  },
  area: 'access',
  state: 1,
  renamed: { ReadingAlertRaised: 'AccessAlertRaised', ReadingAlertReviewed: 'AccessAlertReviewed' },
  initial: () => ({ raised: false, rule: null, empId: null, reviewedBy: null }),
  evolve: (state, event) => {
    if (event.type === 'AccessAlertRaised')
      return { ...state, raised: true, rule: event.data.rule, empId: event.data.empId };
    return event.type === 'AccessAlertReviewed' ? { ...state, reviewedBy: event.actor.empId } : state;
  },
  visible: (_state, viewer) => viewer.kind === 'system' || viewer.admin,
  commands: {
    raise: command<AccessAlertState, z.infer<typeof raising>>({
      input: raising,
      need: 'system',
      creates: true,
      decide: (state, data) =>
        state.raised ? refuse('alreadyRaised', 409) : [{ type: 'AccessAlertRaised', data }],
    }),
    review: command<AccessAlertState, z.infer<typeof reviewing>>({
      input: reviewing,
      need: 'signedIn',
      decide: (state, data, ctx) => {
        if (!ctx.viewer.admin) return refuse('adminOnly', 403);
        if (state.empId !== null && state.empId === ctx.viewer.empId) return refuse('reviewSelf', 403);
        return state.reviewedBy === null
          ? [{ type: 'AccessAlertReviewed', data }]
          : refuse('alreadyReviewed', 409);
      },
    }),
  },
  translations: translations({
    en: {
      AccessAlertRaised: 'Unusual access detected',
      AccessAlertReviewed: 'Unusual access reviewed',
      alreadyRaised: 'This was already detected.',
      alreadyReviewed: 'Somebody has already reviewed this.',
      reviewSelf: 'Another administrator has to review your own access.',
      adminOnly: 'Only an administrator may do this.',
    },
    es: {
      AccessAlertRaised: 'Acceso inusual detectado',
      AccessAlertReviewed: 'Acceso inusual revisado',
      alreadyRaised: 'Esto ya se había detectado.',
      alreadyReviewed: 'Alguien ya lo revisó.',
      reviewSelf: 'Otra persona administradora tiene que revisar sus propios accesos.',
      adminOnly: 'Solo un administrador puede hacer esto.',
    },
  }),
  story: [
    {
      as: 'system',
      stream: 'readingalert-reveals-101-2026-11-18',
      command: 'raise',
      input: { rule: 'reveals', empId: 101, name: 'Ravi Kulkarni', subject: null, count: 61, limit: 60 },
    },
    {
      as: 'admin',
      stream: 'readingalert-reveals-101-2026-11-18',
      command: 'review',
      input: { note: 'A campaign day; agreed with the lead' },
    },
  ],
});

export interface AccessReviewState {
  readonly signedBy: number | null;
}

/** Sign-off of a week's access audit: `readingreview-<Monday>`. */
export const accessReview = defineStream<AccessReviewState, AccessReviewEvent>({
  name: 'readingreview',
  events: {
    AccessReviewSigned: true,
  },
  area: 'access',
  state: 1,
  renamed: { ReadingReviewSigned: 'AccessReviewSigned' },
  initial: () => ({ signedBy: null }),
  evolve: (state, event) => (event.type === 'AccessReviewSigned' ? { signedBy: event.actor.empId } : state),
  visible: (_state, viewer) => viewer.kind === 'system' || viewer.admin,
  commands: {
    sign: command<AccessReviewState, z.infer<typeof reviewing>>({
      input: reviewing,
      need: 'signedIn',
      creates: true,
      decide: (state, data, ctx) => {
        if (!ctx.viewer.admin) return refuse('adminOnly', 403);
        const day = new Date(`${ctx.id}T00:00:00Z`);
        if (
          !/^\d{4}-\d{2}-\d{2}$/.test(ctx.id) ||
          Number.isNaN(day.getTime()) ||
          day.getUTCDay() !== 1 ||
          ctx.id > ctx.today
        )
          return refuse('notAWeek', 422);
        return state.signedBy === null
          ? [{ type: 'AccessReviewSigned', data }]
          : refuse('alreadyReviewed', 409);
      },
    }),
  },
  translations: translations({
    en: {
      AccessReviewSigned: 'Week of accesses signed off',
      notAWeek: 'Choose the Monday of a week that has begun.',
      alreadyReviewed: 'This week is already signed off.',
      adminOnly: 'Only an administrator may do this.',
    },
    es: {
      AccessReviewSigned: 'Semana de accesos firmada',
      notAWeek: 'Elija el lunes de una semana que haya empezado.',
      alreadyReviewed: 'Esta semana ya está firmada.',
      adminOnly: 'Solo un administrador puede hacer esto.',
    },
  }),
  story: [
    {
      as: 'admin',
      stream: 'readingreview-2026-11-16',
      command: 'sign',
      input: { note: 'Looked through, nothing unusual' },
    },
  ],
});
