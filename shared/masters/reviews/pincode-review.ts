import { headOf } from '../../core/cut.ts';
import { inPoos, type Viewer } from '../../core/permission.ts';
import { csvLine, guarded } from '../../families/master-sheet.ts';
import { compareTexts } from '../../core/collation.ts';

export const taskTypes = ['setup', 'sales', 'orientation', 'lab', 'delivery'] as const;
export type TaskType = (typeof taskTypes)[number];

/** Who serves a pincode with one type of task. */
export interface PincodeReviewRow {
  /** `560041-setup` */
  readonly id: string;
  readonly vPincode: string;
  readonly taskType: TaskType;
  /** The place tagged for this pincode and service; null while untagged. */
  readonly iPooId: number | null;
  readonly employees: readonly {
    readonly iEmpId: number;
    readonly vEmpName: string;
    readonly iPriority: number;
    readonly open: number;
  }[];
  /** Open appointments of these employees, wherever they are. */
  readonly openLoad: number;
  readonly gap: boolean;
}
export interface PincodeReview {
  readonly rows: readonly PincodeReviewRow[];
  readonly total: number;
  readonly gaps: number;
  /** Whether there are more rows than shown. */
  readonly cut: boolean;
  readonly limit: number;
}

export interface ReviewData {
  /** Active tags; `services` are those the place provides there. */
  readonly tags: readonly {
    readonly vPincode: string;
    readonly iPooId: number;
    readonly services: readonly TaskType[];
  }[];
  /** Active mappings of active employees. */
  readonly mappings: readonly {
    readonly iEmpId: number;
    readonly vEmpName: string;
    readonly pooIds: readonly number[];
    readonly vPincode: string;
    readonly taskTypes: readonly TaskType[];
    readonly iPriority: number;
  }[];
  /** Open appointments by employee. */
  readonly open: ReadonlyMap<number, number>;
}
export interface ReviewQuery {
  readonly iPooId: number | null;
  readonly gapOnly: boolean;
  readonly q: string;
}

/**
 * Every pincode and task type that is tagged or mapped. A tagged one is visible to its place, an untagged one
 * to those who share a place with one of its employees.
 */
export function reviewPincodes(
  { tags, mappings, open }: ReviewData,
  viewer: Pick<Viewer, 'poos'>,
  query: ReviewQuery,
): PincodeReviewRow[] {
  const places = new Map<string, number>(
    tags.flatMap(({ vPincode, iPooId, services }) =>
      services.map((one) => [`${vPincode}-${one}`, iPooId] as const),
    ),
  );
  const mapped = new Map<string, ReviewData['mappings'][number][]>();
  for (const mapping of mappings)
    for (const type of mapping.taskTypes) {
      const key = `${mapping.vPincode}-${type}`;
      mapped.set(key, [...(mapped.get(key) ?? []), mapping]);
    }
  const mayAll = viewer.poos === 'all';
  return [...new Set<string>([...places.keys(), ...mapped.keys()])]
    .flatMap((id): PincodeReviewRow[] => {
      const vPincode = headOf(id, 6);
      const people = mapped.get(id) ?? [];
      const iPooId = places.get(id) ?? null;
      const seen =
        mayAll ||
        (iPooId === null
          ? people.some((one) => one.pooIds.some((poo) => inPoos(viewer, poo)))
          : inPoos(viewer, iPooId));
      if (!seen || (query.gapOnly && people.length > 0) || !vPincode.startsWith(query.q)) return [];
      if (
        query.iPooId !== null &&
        iPooId !== query.iPooId &&
        !(iPooId === null && people.some((one) => one.pooIds.includes(query.iPooId!)))
      )
        return [];
      const employees = people
        .map(({ iEmpId, vEmpName, iPriority }) => ({
          iEmpId,
          vEmpName,
          iPriority,
          open: open.get(iEmpId) ?? 0,
        }))
        .sort(
          (a, b) => a.iPriority - b.iPriority || compareTexts(a.vEmpName, b.vEmpName) || a.iEmpId - b.iEmpId,
        );
      return [
        {
          id,
          vPincode,
          taskType: id.slice(7) as TaskType,
          iPooId,
          employees,
          openLoad: employees.reduce((sum, one) => sum + one.open, 0),
          gap: employees.length === 0,
        },
      ];
    })
    .sort(byGap);
}

/** Sorts gaps first, then by pincode and task type. */
export function byGap(a: PincodeReviewRow, b: PincodeReviewRow): number {
  return (
    Number(b.gap) - Number(a.gap) ||
    a.vPincode.localeCompare(b.vPincode) ||
    taskTypes.indexOf(a.taskType) - taskTypes.indexOf(b.taskType)
  );
}

/** The review as a CSV file, with headings in the given language and formulas escaped. */
export function reviewCsv(
  rows: readonly PincodeReviewRow[],
  translate: (key: string) => string,
  place: (id: number) => string,
): string {
  const headings = ['vPincode', 'taskType', 'iPooId', 'employees', 'openLoad', 'gap'].map((key) =>
    guarded(translate(`column.${key}`)),
  );
  const lines = rows.map((row) => [
    row.vPincode,
    guarded(translate(`type.${row.taskType}`)),
    guarded(row.iPooId === null ? '' : place(row.iPooId)),
    guarded(row.employees.map((one) => `${one.vEmpName} (${one.iEmpId})`).join('; ')),
    String(row.openLoad),
    guarded(row.gap ? translate('gap.yes') : translate('gap.no')),
  ]);
  return `\uFEFF${[headings, ...lines].map(csvLine).join('')}`;
}
