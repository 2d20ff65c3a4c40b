import { isRefusal } from '#shared/core/refusal.ts';
import type { TestServer } from './server.ts';

/**
 * Makes a request by agent1 that a team lead of the same place has to decide, about a stream its owner can
 * change, and returns its number. Its approval has no consequences.
 */
export async function requestOfTeamLead(
  server: TestServer,
  asker: { readonly empId: number; readonly name: string },
): Promise<{ id: string; request: string; subject: string }> {
  const now = server.clock.now();
  const subject = `preference-e${asker.empId}`;
  const handled = await server.server.handle({
    stream: 'approval-new',
    command: 'request',
    input: {
      ...{
        kind: 'appReScheduleApproval',
        entity: 'appReScheduleApproval',
        subjectEmpId: 104,
        pooId: 1,
        reason: 'reschedule',
        amount: null,
      },
      subject: { stream: subject, ref: 'TK-000099', version: 1 },
      requestedBy: asker,
      text: 'The family is travelling',
      before: { at: new Date(now + 3_600_000).toISOString(), assigned: 'Kiran', moved: 0 },
      after: { at: new Date(now + 7_200_000).toISOString(), assigned: 'Kiran', moved: 1 },
      ...{
        steps: [{ rule: 'manager' }],
        slaMinutes: 30,
        expiresAt: new Date(now + 3 * 3_600_000).toISOString(),
        autoGrant: false,
      },
      onApprove: { stream: 'appointment-999999', command: 'unlock', input: {} },
      onReject: null,
    },
    viewer: server.server.access.systemViewer('test'),
    correlationId: 'asked-by-a-test',
  });
  if (isRefusal(handled)) throw new Error(handled.code);
  return { id: handled.id, request: handled.stream, subject };
}

/**
 * Makes a request to reschedule an appointment that the requester's manager decides, far from its expiry, and
 * returns its stream. Throws on a refusal.
 */
export async function requestMove(
  { server }: Pick<TestServer, 'server'>,
  correlationId: string,
): Promise<string> {
  const handled = await server.handle({
    stream: 'approval-new',
    command: 'request',
    viewer: server.access.systemViewer('test'),
    correlationId,
    input: {
      kind: 'appReScheduleApproval',
      entity: 'appReScheduleApproval',
      subject: { stream: 'appointment-2001', ref: 'TK-002001', version: 1 },
      subjectEmpId: 151,
      requestedBy: { empId: 102, name: 'Divya Shenoy' },
      pooId: 1,
      reason: 'reschedule',
      text: 'The family is travelling',
      before: { at: '2026-11-19T05:00:00.000Z' },
      after: { at: '2026-11-20T05:00:00.000Z' },
      amount: null,
      steps: [{ rule: 'manager' }],
      slaMinutes: 30,
      expiresAt: '2030-01-01T00:00:00.000Z',
      onApprove: {
        stream: 'appointment-2001',
        command: 'applyReschedule',
        input: { requestId: 'none', subjectVersion: 1 },
      },
      onReject: null,
      autoGrant: false,
    },
  });
  if (isRefusal(handled)) throw new Error(handled.code);
  return handled.stream;
}
