import { addDays, businessDay, DAY_MS } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';
import { samplePdf } from './sample-pdf.ts';

const minute = 60_000;
/** Two people who may add and check documents; each checks what the other added. */
const [verifier, verifier2] = [103, 104];
/** The places at which both of them work. */
const bengaluru: ReadonlySet<unknown> = new Set([1, 2, 3, 4]);

/** A record of the master `customerDocument`, by its number in the demo. */
const kinds = { identity: 1, address: 2, pan: 3, licence: 4 } as const;
const titles = {
  identity: 'proof of identity',
  address: 'proof of address',
  pan: 'PAN card',
  licence: 'driving licence',
} as const;

interface Paper {
  /** The index among the customers who can have one. */
  readonly of: number;
  readonly kind: keyof typeof kinds;
  readonly as: 'png' | 'pdf';
  readonly daysAgo: number;
  /** The expiry, in days from the demo's day. */
  readonly until?: number;
  /** A day later the other person accepted it, or gave a reason for rejecting it. */
  readonly found?: true | string;
}

/** Accepted, waiting, expired, soon to expire, and rejected with a replacement. */
const papers: readonly Paper[] = [
  { of: 0, kind: 'identity', as: 'png', daysAgo: 51, found: true },
  { of: 0, kind: 'address', as: 'pdf', daysAgo: 51, found: true },
  { of: 1, kind: 'identity', as: 'png', daysAgo: 47, found: true },
  { of: 2, kind: 'address', as: 'pdf', daysAgo: 2 },
  { of: 3, kind: 'licence', as: 'pdf', daysAgo: 46, until: -6, found: true },
  {
    of: 4,
    kind: 'identity',
    as: 'png',
    daysAgo: 33,
    found: 'The photo is blurred: the number cannot be read',
  },
  { of: 5, kind: 'licence', as: 'png', daysAgo: 29, until: 19, found: true },
  { of: 6, kind: 'identity', as: 'png', daysAgo: 1 },
  { of: 6, kind: 'address', as: 'pdf', daysAgo: 1 },
  { of: 7, kind: 'pan', as: 'pdf', daysAgo: 22, found: true },
  { of: 8, kind: 'address', as: 'pdf', daysAgo: 16, found: 'The bill is older than three months' },
  { of: 8, kind: 'address', as: 'png', daysAgo: 3 },
  { of: 9, kind: 'licence', as: 'png', daysAgo: 12, until: 900, found: true },
];

interface Brought extends Paper {
  readonly customerId: number;
  readonly by: number;
  readonly at: number;
  readonly file: SampleFile;
}

/** Whose documents they are, who added them, and the files themselves. */
function broughtPapers(now: number, customers: readonly DemoCommand[]): Brought[] {
  const gone = new Set(customers.flatMap(({ stream, input }) => (input['exited'] === true ? [stream] : [])));
  const can = customers.filter(
    ({ stream, input }) =>
      stream.startsWith('customer-') && bengaluru.has(input['pooId']) && !gone.has(stream),
  );
  return papers.map((paper, n) => {
    const { stream } = can[paper.of]!;
    const customerId = Number(stream.slice('customer-'.length));
    const at = now - paper.daysAgo * DAY_MS + n * minute;
    const by = n % 2 === 0 ? verifier : verifier2;
    return { ...paper, customerId, at, by, file: fileOf(paper, customerId, { by, for: stream, at }) };
  });
}

function fileOf(
  { kind, as }: Paper,
  customerId: number,
  brought: Pick<SampleFile, 'by' | 'for' | 'at'>,
): SampleFile {
  const heading = `Demo document – ${titles[kind]}`;
  const lines = [
    heading,
    `Customer ${reference('CU', customerId)}`,
    'This is no real paper: the demo organisation made it,',
    'so that there is something to look at.',
  ];
  const bytes =
    as === 'png'
      ? sampleSheet(kind, customerId)
      : samplePdf([lines, [heading, 'The other side: nothing stands here.']]);
  const mime = as === 'png' ? 'image/png' : 'application/pdf';
  return {
    ...brought,
    id: sampleFileId(`${kind} ${as}`, customerId),
    name: `${kind} SAMPLE.${as}`,
    mime,
    bytes,
  };
}

/** The files behind the demo's customer documents. */
export const paperFiles = (now: number, customers: readonly DemoCommand[]): SampleFile[] =>
  broughtPapers(now, customers).map(({ file }) => file);

/** Documents of some customers: uploaded, added, and most of them checked by someone else. */
export function demoPapers(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  return broughtPapers(now, customers).flatMap(
    ({ customerId, kind, at, by, until, found, file }, n): DemoCommand[] => {
      const stream = `customer-${customerId}`;
      const no = papers.slice(0, n).filter((one) => one.of === papers[n]!.of).length + 1;
      const expires = until === undefined ? {} : { expiresOn: addDays(businessDay(now), until) };
      const { id, name, mime, bytes } = file;
      const checked = { no, accepted: found === true, ...(found === true ? {} : { reason: found }) };
      return [
        {
          at,
          as: by,
          noted: true,
          stream: `file-${id}`,
          command: 'keep',
          input: { name, mime, bytes: bytes.length, sha256: sha256Of(bytes), for: stream },
        },
        {
          at: at + minute,
          as: by,
          stream,
          command: 'addDocument',
          input: { fileId: id, documentId: kinds[kind], ...expires },
        },
        ...(found === undefined
          ? []
          : [
              {
                at: at + DAY_MS,
                as: by === verifier ? verifier2 : verifier,
                stream,
                command: 'verifyDocument',
                input: checked,
              },
            ]),
      ];
    },
  );
}
