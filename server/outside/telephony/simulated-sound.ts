const rate = 8_000;
const mostSeconds = 90;

/** A WAV of two voices that take turns: tones of the length of the call, 8 kHz mono. */
export function simulatedSound(seconds: number, seed: number): Buffer {
  const samples = Math.max(1, Math.min(mostSeconds, seconds)) * rate;
  const data = Buffer.alloc(samples, 128);
  for (let i = 0; i < samples; i += 1) {
    const at = i / rate;
    const turn = Math.floor(at / 2.5);
    const inTurn = at - turn * 2.5;
    if (inTurn > 1.9) continue;
    const voice = turn % 2 === 0 ? 220 : 150 + (seed % 5) * 12;
    const syllable = Math.abs(Math.sin(Math.PI * at * 3.1));
    data[i] =
      128 +
      Math.round(
        40 * syllable * Math.sin(2 * Math.PI * voice * at) + 12 * Math.sin(2 * Math.PI * voice * 2.02 * at),
      );
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, data]);
}
