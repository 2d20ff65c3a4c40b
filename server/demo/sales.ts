import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
/** The one affiliate with verified documents, and the team lead who asks the customers. */
const [affiliate, lead] = [303, 131];

/** Orders claimed by an affiliate: one confirmed by its customer, one disputed, three to verify. */
export function demoSales(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  let at = now - 62 * minute;
  const give = (
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => {
    at += 20_000;
    commands.push({ at, as, stream, command, input, ...more });
  };
  for (const [n, order] of ['SO2', 'SO3', 'SO5', 'SO7', 'SO12'].entries())
    give(affiliate, 'dsasale-new', 'claim', { order: `number:order-{${order}}` }, { name: `SV${n + 1}` });
  const item = (name: string): string => `queueitem-dsaSalesVerification-{${name}}`;
  const says = (status: string): void =>
    give(0, 'call-{SVK1}', 'providerSays', { status, providerCallId: 'demo-SVK1' });
  give(lead, item('SV1'), 'claim');
  give(lead, 'call-new', 'placeCall', { subject: 'dsasale-{SV1}' }, { name: 'SVK1' });
  says('answered');
  at += minute;
  says('completed');
  give(lead, 'call-{SVK1}', 'dispositionCall', {
    code: 'INFO_DONE',
    notes: 'The agent came to the house and filled the order in with them',
  });
  give(lead, 'dsasale-{SV1}', 'confirm');
  give(lead, item('SV2'), 'claim');
  give(lead, 'dsasale-{SV2}', 'dispute', {
    reason: 'otherAgent',
    note: 'The customer named another agent at the shop this morning.',
  });
  give(lead, item('SV2'), 'release', { reason: 'The city head decides' });
  return commands;
}
