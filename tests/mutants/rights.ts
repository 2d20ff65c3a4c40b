import { inFile, type Mutant } from './mutant.ts';

const rights = 'shared/access/rights.ts';
const property = 'shared/access/rights.property.test.ts';
const guard = 'shared/access/guard.ts';

export const rightMutants: readonly Mutant[] = [
  ...inFile(rights, property, [
    ["Dashboard: ['view']", "Dashboard: ['view', 'edit']", 'A dashboard is read-only.'],
    ['entity.bFullAcess === 1 || flags.some', 'flags.some', 'Full access grants every right of an entity.'],
    ["held.length > 0 && !held.includes('view') ?", 'false ?', 'Any right implies view.'],
    ['report.bCanAccess === 1 || exports', 'report.bCanAccess === 1', 'Export of a report implies access.'],
    [
      'opens && report.vReportName === alwaysExported',
      'opens',
      'Only one report may be exported by all who may open it.',
    ],
  ]),
  ...inFile(rights, 'shared/access/rights.test.ts', [
    ['if (!groups.includes(group.vGroupName)) return [];', '', 'A group that does not exist grants nothing.'],
    [
      'more && entity.bCanView === 0 ?',
      'entity.bCanView === 0 ?',
      'Stored groups gain only an implied view.',
    ],
  ]),
  ...inFile(guard, 'shared/access/guard.test.ts', [
    [
      "if (screen.guard === 'signed-in') return 'signedIn';",
      "if (screen.guard === 'signed-in') return 'public';",
      'A page for signed-in people is not public.',
    ],
    ["screen.guard === 'report' ? 'access' : 'view'", "'view'", 'A report requires access.'],
    [
      "part.startsWith(':') ? parts[i] !== '' : part === parts[i]",
      "part.startsWith(':') || part === parts[i]",
      'An empty parameter opens no screen.',
    ],
    ["if (!screen.path.includes(':')) return screen;", '', 'A parameter never matches the name of a screen.'],
    ["if (screen.path === inboxPath) return 'signedIn';", '', 'Requesters find their requests in the inbox.'],
  ]),
  ...inFile('shared/core/permission.ts', 'shared/core/permission.test.ts', [
    [
      "if (need === 'system') return viewer.kind === 'source' ?",
      "if (need === 'system') return viewer.kind !== 'device' ?",
      'People cannot send commands of the system.',
    ],
    [
      "if (!viewer) return { ok: false, rule: 'signedOut' };",
      "if (!viewer) return { ok: true, rule: 'signedIn' };",
      'A signed-out person may do nothing.',
    ],
    [
      'for (const permission of wanted) if (viewer.rights.has(permission))',
      'for (const permission of wanted) if (viewer.rights.size > 0)',
      'A right grants only what it names.',
    ],
    [
      'return pooId != null && viewer.poos.includes(pooId);',
      'return pooId == null || viewer.poos.includes(pooId);',
      'Records without a place are visible only to people of all places.',
    ],
  ]),
  ...inFile('shared/families/queue.ts', 'shared/families/queue.test.ts', [
    ['if (!inPoos(scope, row.pooId)) return null;', '', 'A queue shows rows of one’s own places.'],
    [
      "if (scope.languages !== 'all' && row.language != null && !scope.languages.includes(row.language)) return null;",
      '',
      'A queue shows rows in one’s own languages.',
    ],
    ['return queue.mask ? queue.mask(row) : row;', 'return row;', 'A queue masks hidden fields.'],
  ]),
];
