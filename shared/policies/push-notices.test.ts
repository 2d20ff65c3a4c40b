import { expect, test } from 'vitest';
import { person, playHouse } from '#tests/kit/played.ts';
import { notice } from '../streams/notices/notice.ts';
import { preference } from '../streams/people/preference.ts';
import { pushNotices } from './push-notices.ts';

test('a notice its reader wants on devices asks for one call, with nothing in it but where to read it', () => {
  const house = playHouse([notice, preference], [person(101, 'Ravi')]);
  const said = { message: 'approvalAsked', values: { ref: 'AP-000007', name: 'Divya' }, icon: 'x', route: '/approvals?id=7', color: 'blue' };
  house.order(null, 'notice-101', 'push', said, 0);
  house.order(null, 'notice-101', 'push', { ...said, message: 'approvalGranted' }, 1);
  const asks = house.log.flatMap((fact, i) => pushNotices.ask({ ...fact, position: i + 1, id: String(i), correlationId: '' }, { directory: house.directory }));
  expect(asks).toEqual([{ kind: 'outside', partner: 'push', input: { recipient: '101', n: 1, seq: 1 } }]);
});
