import { z } from 'zod';
import { oneOf, text } from '../../core/fields.ts';

/**
 * A page or a PDF of a prescription as it was uploaded; `rotation` is stored so that everybody sees it
 * upright.
 */
export interface RxFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: 'image/jpeg' | 'image/png' | 'application/pdf';
  readonly rotation: Rotation;
  readonly sha256: string;
}

export const rotations = [0, 90, 180, 270] as const;
export type Rotation = (typeof rotations)[number];
export const rotation = z.union(
  rotations.map((one) => z.literal(one)),
  'badFormat',
);

/**
 * A rectangle on a page, as fractions (0 to 1) of the upright page, from its upper left corner. `page` counts
 * from 1 within its file.
 */
export interface Region {
  readonly fileId: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const part = z.number('badFormat').min(0, 'badFormat').max(1, 'badFormat');
export const region = z.object({
  fileId: text(64),
  page: z.int('badFormat').min(1, 'badFormat').max(200, 'badFormat'),
  x: part,
  y: part,
  w: part.min(0.005, 'badFormat'),
  h: part.min(0.005, 'badFormat'),
});

export const caseTypes = ['acute', 'chronic'] as const;
export type CaseType = (typeof caseTypes)[number];
export const caseType = oneOf(caseTypes);
