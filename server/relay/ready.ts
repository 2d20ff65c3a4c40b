/** An event of Socket.IO that many connections get, encoded once. */
export class ReadyEvent {
  readonly event: string;
  readonly payload: unknown;
  #packet: string | undefined;

  constructor(event: string, payload: unknown) {
    this.event = event;
    this.payload = payload;
  }

  /** The text of the Socket.IO packet. */
  get packet(): string {
    return (this.#packet ??= `2${JSON.stringify([this.event, this.payload])}`);
  }
}

/** The answer to an opened feed as JSON text, encoded once for all equal requests. */
export class ReadyAnswer {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
