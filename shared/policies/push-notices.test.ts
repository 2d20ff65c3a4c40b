import { expect, test } from 'vitest';
import { person, playServer } from '#tests/kit/played.ts';
import { notice } from '../streams/notices/notice.ts';
import { preference } from '../streams/people/preference.ts';
import { pushNotices } from './push-notices.ts';

test('a notice for devices makes one push call that holds only its id', () => {
  const server = playServer([notice, preference], [person(101, 'Ravi')]);
  const text = {
    message: 'approvalRequested',
    values: { ref: 'AP-000007', name: 'Divya' },
    icon: 'x',
    route: '/approvals?id=7',
    color: 'blue',
  };
  server.command(null, 'notice-101', 'push', text, 0);
  server.command(null, 'notice-101', 'push', { ...text, message: 'approvalGranted' }, 1);
  const reactions = server.log.flatMap((message, i) =>
    pushNotices.react(
      { ...message, position: i + 1, id: String(i), correlationId: '' },
      { directory: server.directory },
    ),
  );
  expect(reactions).toEqual([
    { kind: 'outside', partner: 'push', input: { recipient: '101', n: 1, seq: 1 } },
  ]);
});
