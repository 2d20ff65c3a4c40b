import { z } from 'zod';
import { text } from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { iso, personOf } from '../person.ts';
import { linkMs, said, stepRefused, uploadConsentVersion } from './access.ts';
import type { UploadState } from './state.ts';

const named = z.object({ linkId: text(64) });

/**
 * Sent by the server that made the secret of a link: the log records the link, never the secret. A new link
 * ends the previous one.
 */
export const makeLink = command<UploadState, { linkId: string }>({
  input: named,
  need: 'system',
  decide: (state, { linkId }, ctx) =>
    stepRefused(state, 'FILE', ctx.now) ?? [
      said({ type: 'UploadLinkMade', data: { linkId, until: iso(ctx.now + linkMs), by: personOf(ctx) } }),
    ],
});

/** The first phone that shows the secret; the second is refused. */
export const openLink = command<UploadState, { linkId: string }>({
  input: named,
  need: 'system',
  decide(state, { linkId }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    if (
      state.link?.linkId !== linkId ||
      state.link.openedAt !== null ||
      ctx.now >= Date.parse(state.link.until)
    )
      return refuse('linkUsed', 410);
    return [said({ type: 'UploadLinkOpened', data: { linkId } })];
  },
});

/** The person at the phone is done, and gave or refused consent. */
export const endLink = command<UploadState, { linkId: string; agreed: boolean }>({
  input: z.object({ linkId: text(64), agreed: z.boolean() }),
  need: 'system',
  decide(state, { linkId, agreed }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    if (state.link?.linkId !== linkId || state.link.openedAt === null) return refuse('linkUsed', 410);
    if (state.link.endedAt !== null) return [];
    if (!agreed) return refuse('consentMissing', 422, undefined, 'agreed');
    if (!state.files.some(({ via }) => via === 'phone')) return refuse('noFiles', 422);
    return [said({ type: 'UploadLinkEnded', data: { linkId, agreed, version: uploadConsentVersion } })];
  },
});
