import { deflate } from './deflate.ts';

/**
 * A Socket.IO packet with the WebSocket frame around it, encoded once: plain, and deflated for those who
 * accept that.
 */
export class ReadyFrame {
  readonly packet: string;
  readonly #message: Buffer;
  #plain: Buffer | undefined;
  #deflated: Buffer | null | undefined;

  constructor(packet: string) {
    this.packet = packet;
    // `4` announces a message to Engine.IO.
    this.#message = Buffer.from(`4${packet}`);
  }

  get plain(): Buffer {
    return (this.#plain ??= framed(this.#message, 0x81));
  }

  /** The plain frame where deflating does not pay. */
  get deflated(): Buffer {
    if (this.#deflated === undefined) {
      const deflated = deflate(this.#message);
      this.#deflated = deflated && framed(deflated, 0xc1);
    }
    return this.#deflated ?? this.plain;
  }
}

/** A frame without mask, header and payload in one buffer. */
function framed(message: Buffer, first: number): Buffer {
  const { length } = message;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafeSlow(head + length);
  bytes[0] = first;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeUInt32BE(0, 2);
    bytes.writeUInt32BE(length, 6);
  }
  message.copy(bytes, head);
  return bytes;
}
