import type { TestServer } from './server.ts';

/**
 * Delivers complete sign-up number `n` from the customer service for a place and returns its id in the queue.
 * Throws on a refusal.
 */
export async function signupArrives(
  t: Pick<TestServer, 'server' | 'clock'>,
  n: number,
  pooId = 1,
): Promise<string> {
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  const handled = await t.server.handle({
    stream: `signup-${n}`,
    command: 'receive',
    viewer: t.server.access.sourceViewer('customer'),
    correlationId: 'test',
    sourceKey: `customer:signup:${n}:1`,
    input: {
      version: 1,
      modifiedAt: new Date(t.clock.now()).toISOString(),
      status: 'submitted',
      pooId,
      submittedAt: new Date(t.clock.now()).toISOString(),
      applicant: { name: 'Anita Rao', phone: `555${String(n).padStart(7, '0')}`, language: 'en' },
      address: { line: '1, Main Road', pincode: '560011' },
      patients: [{ name: 'Anita Rao', relation: 'self', dob: '1960-01-01', gender: 'female', diagnoses: [] }],
      consents: { care: consent, calling: consent, dataProcessing: consent },
    },
  });
  if ('refused' in handled) throw new Error(`${handled.code} ${handled.field ?? ''}`);
  return String(n);
}
