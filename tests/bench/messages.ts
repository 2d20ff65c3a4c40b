import { sign } from '#server/sources/signature.ts';
import type { Post } from './post.ts';

export const benchSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let id = 500_000;

/**
 * That many new sign-ups as signed by the customer service; the n-th states that it entered at `from + n *
 * everyMs`.
 */
export function signupMessages(count: number, from: number, everyMs: number): Post[] {
  return Array.from({ length: count }, (_, n) => {
    id += 1;
    const at = new Date(from + n * everyMs).toISOString();
    const body = JSON.stringify({
      service: 'customer',
      entity: 'signup',
      id,
      version: 1,
      modifiedAt: at,
      change: 'submitted',
      data: {
        iPooId: 1,
        vCustFname: 'Lakshmi',
        vCustLname: 'Iyer',
        vPhone: `555${String(id).padStart(7, '0')}`,
        vEmail: 'lakshmi.iyer@care.example',
        dDob: '1958-03-12',
        vGender: 'female',
        vLanguage: 'kn',
        vAddress: '14, 3rd Cross, 5th Block',
        vPincode: '560041',
        patients: [
          {
            vPatientName: 'Lakshmi Iyer',
            vRelation: 'self',
            dDob: '1958-03-12',
            vGender: 'female',
            diagnoses: ['Type 2 diabetes'],
          },
        ],
        consents: { care: true, calling: true, dataProcessing: true },
        vStatus: 'submitted',
        dSubmittedAt: at,
        bOtpVerified: false,
      },
    });
    return { body, headers: { ...sign(benchSecret, `msg_bench_${id}`, Date.now(), body) } };
  });
}

/** The customer abandons that sign-up. */
export function abandonedMessage(id: number): Post {
  const body = JSON.stringify({
    service: 'customer',
    entity: 'signup',
    id,
    version: 2,
    modifiedAt: new Date().toISOString(),
    change: 'abandoned',
    data: { vStatus: 'abandoned', vReason: 'gave up' },
  });
  return { body, headers: { ...sign(benchSecret, `msg_gone_${id}`, Date.now(), body) } };
}

/** The same messages, that many in one webhook. */
export function batchesOf(messages: readonly Post[], size: number): Post[] {
  return Array.from({ length: Math.ceil(messages.length / size) }, (_, n) => {
    const body = `[${messages
      .slice(n * size, (n + 1) * size)
      .map((message) => message.body)
      .join(',')}]`;
    return { body, headers: { ...sign(benchSecret, `msg_many_${id}_${n}`, Date.now(), body) } };
  });
}
