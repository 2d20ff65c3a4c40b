import { inFile, inPromise, type Mutant } from './mutant.ts';

const channel = 'server/relay/channel.ts';
const hub = 'server/relay/hub.ts';

export const relayMutants: readonly Mutant[] = [
  ...inFile(channel, 'server/relay/channel.test.ts', [
    ['if (at > floor) floor = at;', '', 'A forgotten deletion raises the floor.'],
    [
      'if (from < floor || from > seq) return null;',
      'if (from > seq) return null;',
      'A resume from below the floor gets a snapshot.',
    ],
    [
      'if (from < floor || from > seq) return null;',
      'if (from < floor) return null;',
      'A future position is refused.',
    ],
    ['if (at <= from) continue;', '', 'A resume sends later changes only.'],
    [
      "row ? { op: 'put', id, row } : { op: 'del', id }",
      "row ? { op: 'put', id, row } : { op: 'put', id, row: {} }",
      'A resume includes deletions.',
    ],
    ['changedAt.delete(id); changedAt.set(id, change.position);', '', 'A change is remembered for a resume.'],
    [
      'const rest = last + every - performance.now();',
      'const rest = 100;',
      'The first change is sent at once.',
    ],
    [
      'Math.min(owed + wanted * share * (performance.now() - began), momentMs + longestMs)',
      'owed + wanted * share * (performance.now() - began)',
      'However long sending takes, the pause is bounded.',
    ],
  ]),
  ...inFile(hub, 'server/relay/hub.test.ts', [
    [
      'one.checked.changes !== rightsChanges || Math.abs(now - one.checked.at) >= checkMs',
      'one.checked.changes !== rightsChanges',
      'Rights that expire by the clock are checked before delivery.',
    ],
    [
      'one.checked.changes !== rightsChanges || Math.abs',
      'Math.abs',
      'Changed rights are checked before delivery.',
    ],
    [
      'Math.abs(now - one.checked.at) >= checkMs',
      'now - one.checked.at >= checkMs',
      'A clock set back does not defer the check.',
    ],
    [
      'if (!viewer || viewer.permissionVersion !== held.version) recheck(watcher.sessionId);',
      '',
      'A watcher without rights gets nothing.',
    ],
    [
      'const allowed = viewer !== null && mayWatch(feed, viewer);',
      'const allowed = viewer !== null;',
      'A lost right ends its feed.',
    ],
    ['allowed && scopeOf(feed, viewer).key === held.shared.key', 'allowed', 'Another scope ends its feed.'],
  ]),
  ...inFile('server/relay/admission.ts', 'server/relay/admission.test.ts', [
    ['Retry-After: 2', 'Retry-After: 0', 'A refused client is told when to reconnect.'],
  ]),
  ...inPromise('server/relay/socket-io.ts', 'tests/promises/sockets-per-session.test.ts', 'Socket', [
    [
      "if ((sockets.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession) return next(new Error('tooManySockets'));",
      '',
      'Sockets of a session are bounded over Socket.IO.',
    ],
  ]),
  ...inPromise('server/relay/raw.ts', 'tests/promises/sockets-per-session.test.ts', 'raw', [
    [
      '|| (bySession.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession',
      '',
      'Sockets of a session are bounded over the raw WebSocket.',
    ],
  ]),
];
