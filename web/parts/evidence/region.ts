/** A rectangle on a page, as fractions (0 to 1) of the upright page. `page` counts from 1 within its file. */
export interface Region {
  readonly fileId: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A region with its label: the number of a line. */
export interface EvidenceMark {
  readonly id: string;
  readonly label: string;
  readonly region: Region;
}

/** A file to view; `rotation` turns it upright. */
export interface EvidenceFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly rotation: number;
}
