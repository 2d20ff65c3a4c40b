/**
 * One condition of `filter`, a JSON object: `{"vReasonGroup": {"op": "in", "value": ["exit"]}}`. All
 * conditions must hold.
 */
export interface Condition {
  readonly op:
    | 'eq'
    | 'ne'
    | 'contains'
    | 'starts'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'between'
    | 'in'
    | 'blank'
    | 'notBlank';
  readonly value?: unknown;
}
export type MasterFilter = Readonly<Record<string, Condition>>;
