/** Pictures with more dots are neither taken nor drawn: each costs four bytes of memory. The largest sheet of a scanner has some 35 million. */
export const mostDots = 64_000_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The signature of PNG and the length and type of its first chunk, IHDR. */
const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
/** Frame headers of JPEG (ITU-T T.81, table B.1): C0 to CF but for the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Width and height in dots by the header of a PNG or JPEG, without decoding it; null where it has none. */
export function pictureSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (pngHead.every((byte, at) => bytes[at] === byte))
    return bytes.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

export const tooManyDots = (size: Size | null): boolean =>
  size !== null && size.width * size.height > mostDots;
