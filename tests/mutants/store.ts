import { inFile, type Mutant } from './mutant.ts';

const handle = 'server/store/handle.ts';
const signature = 'server/sources/signature.ts';

export const storeMutants: readonly Mutant[] = [
  ...inFile(handle, 'server/store/handle.test.ts', [
    ['order.input, order.viewer.empId]', 'order.input]', 'An idempotency key is bound to its person.'],
    [
      'if (!order.idempotencyKey || ![409, 410, 422, 423].includes(refusal.status)) return refusal;',
      'if (order) return refusal;',
      'A refusal is kept with its key.',
    ],
    ["if (requestHash !== storedHash) return refuse('commandIdReused', 422);", '', 'A key stands for one command.'],
    ['if (memo.fresh) return false; memo.fresh = true;', 'if (order) return false;', 'No is said after a fresh look only.'],
    ['if (log.head() < outcome.position) states.apply(outcome.events);', '', 'A node knows what it wrote itself.'],
  ]),
  ...inFile(signature, 'server/sources/signature.test.ts', [
    ['return proven && fresh && given.length > 0 ? id : null;', 'return proven && given.length > 0 ? id : null;', 'An old signature proves nothing.'],
    ['timingSafeEqual(signature, expected) && key) proven', 'timingSafeEqual(signature, expected)) proven', 'A secret that is none proves nothing.'],
    ['timingSafeEqual(signature, expected) && key', 'key', 'A body is proven by its signature.'],
    ['if (header.length > 2048) return [];', '', 'A long header is not read.'],
    ['update(`${id}.${timestamp}.`)', 'update(`${id}..`)', 'The time is signed too.'],
    ['Math.abs(Math.floor(nowMs / 1000) - Number(timestamp))', '(Math.floor(nowMs / 1000) - Number(timestamp))', 'A signature of the future proves nothing.'],
    ['match && found.length < 10', 'match', 'At most ten signatures are tried.'],
  ]),
];
