import { definePolicy } from '../core/policy.ts';
import { teamRequest } from '../streams/approvals/teamrequest/teamrequest.ts';

/** Carries out what a team lead granted and reports the outcome to the request. */
export const carryOutTeamRequest = definePolicy({
  name: 'carry-out-team-request',
  on: [teamRequest.events.TeamRequestGranted],
  react: ({ stream, data: { effect } }) => [
    {
      kind: 'command',
      stream: effect.stream,
      command: effect.command,
      input: effect.input,
      outcome: { stream, command: 'settle' },
    },
  ],
});
