import { z } from 'zod';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { auditStream } from '../../core/audit.ts';
import { callLeadNeed } from './acting.ts';
import type { CallState } from './state.ts';

/** Opens the recording: for the agent, and for reviewers and leads of the place; every listening is audited. */
export const listen = command<CallState, object>({
  input: z.strictObject({}),
  need: 'signedIn',
  decide(state, _input, ctx) {
    const own = state.agent?.empId === ctx.viewer.empId;
    const listens = own || ctx.may('Out Bound/qualityReview:view') || ctx.may(callLeadNeed);
    if (!state.face || !listens || (!own && !inPoos(ctx.viewer, state.face.pooId)))
      return refuse('notFound', 404);
    if (!state.recording) return refuse('callNoRecording', 404);
    const subject = `call-${ctx.id}`;
    return {
      events: [
        {
          stream: auditStream(subject),
          type: 'PersonalDataViewed',
          data: { subject, fields: ['recording'] },
        },
      ],
      answer: { url: state.recording.url, seconds: state.recording.seconds },
    };
  },
});
