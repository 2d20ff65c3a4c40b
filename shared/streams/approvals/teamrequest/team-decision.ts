import { decisionOn } from '../decision.ts';
import type { TeamRequestEvent } from './events.ts';

/** A request to a team lead; what is granted is carried out by a command of its subject. */
export const teamDecision = decisionOn<TeamRequestEvent>('teamrequest')({
  requested: 'TeamRequestRaised',
  linked: 'TeamRequestLinked',
  applied: 'TeamRequestGranted',
  failed: 'TeamRequestFailed',
  rejected: 'TeamRequestClosed',
  superseded: [],
  carriedOut: 'TeamRequestApplied',
  approve: 'grant',
  reject: 'close',
});
