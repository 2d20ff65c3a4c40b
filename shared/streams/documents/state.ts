import type { Event, RecordedEvent } from '../../core/event.ts';

/** One line of a document; its id is unique in the document and chosen by the client that adds the line. */
export interface DocumentLine {
  readonly id: string;
}
export interface Person {
  readonly empId: number | null;
  readonly name: string;
}
/** Who set a field last, at which version of the document. */
export interface Touched extends Person {
  readonly version: number;
  readonly at: string;
}
export interface Attachment {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly by: Person;
  readonly at: string;
}
/** One step of a document's life, as its state line shows it. */
export interface Step {
  readonly step: string;
  readonly stage: string;
  readonly by: Person;
  readonly at: string;
  readonly note: string | null;
}

/** The parts of every document: header, lines, stage, files and authors. */
export interface DocumentState<H extends object = object, L extends DocumentLine = DocumentLine> {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly number: string;
  readonly pooId: number;
  /** Code and GST state of its place when it was started. */
  readonly place: { readonly code: string; readonly stateCode: string };
  readonly stage: string;
  readonly header: H;
  readonly lines: readonly L[];
  readonly files: readonly Attachment[];
  readonly steps: readonly Step[];
  readonly madeBy: Person;
  readonly madeAt: string;
  readonly movedAt: string;
  readonly touched: Readonly<Record<string, Touched>>;
  readonly prints: number;
  /** Further places that it concerns, whose people see it. */
  readonly alsoAt?: readonly number[];
}

export interface Drafted<H, L> {
  readonly number: string;
  readonly pooId: number;
  readonly place: { readonly code: string; readonly stateCode: string };
  readonly header: H;
  readonly lines: readonly L[];
}
export interface Changed<H, L> {
  readonly header?: Partial<H>;
  /** Whole lines, new or changed. */
  readonly put?: readonly L[];
  readonly removed?: readonly string[];
}
export interface Printed {
  readonly copy: number;
  readonly reason: string | null;
}

/** Names of the events that every kind of document has; each kind has names of its own. */
export interface DraftNames {
  readonly drafted: string;
  readonly changed: string;
  readonly attached: string;
  readonly detached: string;
  readonly printed: string;
}
export type DraftEvents<N extends DraftNames, H, L> =
  | Event<N['drafted'], Drafted<H, L>>
  | Event<N['changed'], Changed<H, L>>
  | Event<N['attached'], Omit<Attachment, 'by' | 'at'>>
  | Event<N['detached'], { readonly fileId: string }>
  | Event<N['printed'], Printed>;

export function noDocument<H extends object, L extends DocumentLine>(
  id: string,
  header: H,
): DocumentState<H, L> {
  const nobody = { empId: null, name: '' };
  return {
    id,
    exists: false,
    version: 0,
    number: '',
    pooId: 0,
    place: { code: '', stateCode: '' },
    stage: 'none',
    header,
    lines: [],
    files: [],
    steps: [],
    madeBy: nobody,
    madeAt: '',
    movedAt: '',
    touched: {},
    prints: 0,
  };
}

const byOf = ({ actor }: RecordedEvent): Person => ({ empId: actor.empId, name: actor.name });
const fieldsOf = (value: object): [string, unknown][] => Object.entries(value);
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** A document after a step of its life. */
export function stepped<S extends DocumentState>(
  state: S,
  event: RecordedEvent,
  step: string,
  stage: string,
  note: string | null = null,
): S {
  return {
    ...state,
    version: event.version,
    stage,
    movedAt: event.at,
    steps: [...state.steps, { step, stage, by: byOf(event), at: event.at, note }],
  };
}

/** The document with the line of that id changed by `change`; unchanged where there is none. */
export function withLine<S extends { readonly lines: readonly DocumentLine[] }>(
  state: S,
  id: string,
  change: (line: S['lines'][number]) => S['lines'][number],
): S {
  return { ...state, lines: state.lines.map((line) => (line.id === id ? change(line) : line)) };
}

/** Folds the events that every document has; null for those that are the kind's own. */
export function evolveDraft<H extends object, L extends DocumentLine, S extends DocumentState<H, L>>(
  names: DraftNames,
  initial: string,
  state: S,
  event: RecordedEvent,
): S | null {
  const touch: Touched = { version: event.version, ...byOf(event), at: event.at };
  switch (event.type) {
    case names.drafted: {
      const drafted = event.data as Drafted<H, L>;
      const begun = { ...state, ...drafted, exists: true, madeBy: byOf(event), madeAt: event.at };
      return stepped(begun, event, 'draft', initial);
    }
    case names.changed: {
      const { header = {}, put = [], removed = [] } = event.data as Changed<H, L>;
      const touched: Record<string, Touched> = { ...state.touched };
      for (const [name] of fieldsOf(header)) touched[`h.${name}`] = touch;
      const lines = new Map(state.lines.map((line) => [line.id, line]));
      for (const id of removed) {
        lines.delete(id);
        for (const key of Object.keys(touched)) if (key.startsWith(`l.${id}.`)) delete touched[key];
      }
      for (const line of put) {
        const before = fieldsOf(lines.get(line.id) ?? {});
        const known = new Map(before);
        for (const [name, value] of fieldsOf(line))
          if (!known.has(name) || !sameValue(known.get(name), value)) touched[`l.${line.id}.${name}`] = touch;
        lines.set(line.id, line);
      }
      return {
        ...state,
        version: event.version,
        header: { ...state.header, ...header },
        lines: [...lines.values()],
        touched,
      };
    }
    case names.attached:
      return {
        ...state,
        version: event.version,
        files: [...state.files, { ...(event.data as Attachment), by: byOf(event), at: event.at }],
      };
    case names.detached:
      return {
        ...state,
        version: event.version,
        files: state.files.filter(
          ({ fileId }) => fileId !== (event.data as Pick<Attachment, 'fileId'>).fileId,
        ),
      };
    case names.printed:
      return { ...state, version: event.version, prints: state.prints + 1 };
    default:
      return null;
  }
}
