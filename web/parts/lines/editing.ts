/** A cell of the line editor, and its text being edited. */
export interface At {
  readonly row: number;
  readonly column: number;
}
export interface Editing extends At {
  readonly text: string;
  readonly wrong: boolean;
}
