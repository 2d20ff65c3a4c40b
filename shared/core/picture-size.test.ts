import { expect, test } from 'vitest';
import { pictureSize, tooManyDots } from './picture-size.ts';

const png = (width: number, height: number): Uint8Array => {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};
/** A JPEG with an application segment, a fill byte and then its frame header. */
const jpeg = (width: number, height: number, frame = 0xc2): Uint8Array =>
  Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xe1, 0x00, 0x06, 1, 2, 3, 4, 0xff],
    ...[0xff, frame, 0x00, 0x11, 0x08, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0],
  );

test.each([
  ['a PNG', png(16_320, 12_240), { width: 16_320, height: 12_240 }],
  ['a baseline JPEG', jpeg(800, 600, 0xc0), { width: 800, height: 600 }],
  ['a progressive JPEG', jpeg(16_320, 12_240), { width: 16_320, height: 12_240 }],
  ['a PDF', new TextEncoder().encode('%PDF-1.4'), null],
  ['a JPEG that ends in its head', jpeg(800, 600).subarray(0, 12), null],
  ['a PNG that ends in its head', png(8, 8).subarray(0, 12), null],
  ['nothing', new Uint8Array(), null],
])('the size of %s is read from its header', (_what, bytes, size) =>
  expect(pictureSize(bytes)).toEqual(size),
);

test('a segment of no length is not read for ever', () =>
  expect(pictureSize(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBeNull());

test('two hundred megapixels are too many, a phone’s fifty are not', () =>
  expect([pictureSize(png(16_320, 12_240)), pictureSize(png(8_160, 6_120)), null].map(tooManyDots)).toEqual([
    true,
    false,
    false,
  ]));
