import type { Stored } from '../../core/event.ts';
import { streamKey } from '../../core/event.ts';
import { goodsWithMolecules } from '../../families/product-kinds.ts';
import type { ReportModel } from '../../families/report.ts';
import type { ReportRecord } from '../../families/report-measure.ts';
import { evolveMaster, nothing, type MasterEvent, type MasterState } from '../../streams/masters/state.ts';

/** One row for each record of a master that the report is about and that is not cancelled. */
function masterRecords(
  kind: string,
  name: string,
  row: (state: MasterState) => ReportRecord | null,
): ReportModel<MasterState, Stored<MasterEvent>> {
  const shape = new RegExp(`^master-${kind}-([1-9]\\d*)$`);
  return {
    name,
    version: 1,
    streams: ['master'],
    subject: ({ stream }) => shape.exec(stream)?.[1] ?? null,
    streamsOf: (subject) => [`master-${kind}-${subject}`],
    fold: (before, event) => evolveMaster(before ?? nothing(streamKey(event.stream)), event),
    rows: (state, id) => {
      const found = state.exists && !state.cancelled ? row(state) : null;
      return found === null ? [] : [{ id, ...found }];
    },
  };
}
const text = (value: unknown): string | null => (value == null ? null : String(value));

/** Products of the kinds that have molecules, with none entered. */
export const productsWithoutMolecule = masterRecords(
  'product',
  'products_without_molecule',
  ({ id, fields }) =>
    goodsWithMolecules.some((kind) => kind === fields['vKind']) &&
    (!Array.isArray(fields['composition']) || fields['composition'].length === 0)
      ? { productId: id, product: text(fields['vName']), productKind: text(fields['vKind']) }
      : null,
);

export const moleculeRecords = masterRecords('molecule', 'molecule_records', ({ id, fields }) => ({
  moleculeId: id,
  molecule: text(fields['vInn'] ?? fields['vName']),
  atc: text(fields['vAtc']),
  h1: fields['bH1'] === 1 ? 'yes' : 'no',
}));
