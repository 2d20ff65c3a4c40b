import { inFile, type Mutant } from './mutant.ts';

const handle = 'server/store/handle.ts';
const signature = 'server/sources/signature.ts';

export const storeMutants: readonly Mutant[] = [
  ...inFile(handle, 'server/store/handle.test.ts', [
    ['request.input, request.viewer.empId]', 'request.input]', 'An idempotency key is bound to its person.'],
    [
      'if (!request.idempotencyKey || ![409, 410, 422, 423].includes(refusal.status)) return refusal;',
      'if (request) return refusal;',
      'A refusal is stored with its key.',
    ],
    [
      "if (requestHash !== storedHash) return refuse('commandIdReused', 422);",
      '',
      'A key stands for one command.',
    ],
    [
      'if (memo.fresh) return false; memo.fresh = true;',
      'if (request) return false;',
      'A refusal is based on fresh state.',
    ],
    [
      'if (log.head() < outcome.position) states.apply(outcome.events);',
      '',
      'A node knows what it wrote itself.',
    ],
  ]),
  ...inFile(signature, 'server/sources/signature.test.ts', [
    [
      'return proven && fresh && given.length > 0 ? id : null;',
      'return proven && given.length > 0 ? id : null;',
      'An old signature proves nothing.',
    ],
    [
      'timingSafeEqual(signature, expected) && key) proven',
      'timingSafeEqual(signature, expected)) proven',
      'An empty secret proves nothing.',
    ],
    ['timingSafeEqual(signature, expected) && key', 'key', 'A body is proven by its signature.'],
    ['if (header.length > 2048) return [];', '', 'A long header is not read.'],
    ['update(`${id}.${timestamp}.`)', 'update(`${id}..`)', 'The time is signed too.'],
    [
      'Math.abs(Math.floor(nowMs / 1000) - Number(timestamp))',
      '(Math.floor(nowMs / 1000) - Number(timestamp))',
      'A future signature proves nothing.',
    ],
    ['match && found.length < 10', 'match', 'At most ten signatures are tried.'],
  ]),
];
