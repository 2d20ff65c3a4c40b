import type { Socket } from 'node:net';

interface Connection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

/**
 * `COPY … TO STDOUT` over the driver: calls `take` once per row, with backpressure. Pass it to
 * `client.query`.
 */
export class CopyOut {
  readonly done: Promise<void>;
  readonly #text: string;
  readonly #take: (row: Buffer) => Promise<void> | null;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #failed: { readonly error: unknown } | null = null;
  #waits: Promise<void> = Promise.resolve();

  constructor(text: string, take: (row: Buffer) => Promise<void> | null) {
    this.#text = text;
    this.#take = take;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    if (this.#failed) return;
    // The driver writes the next rows over these bytes.
    const wait = this.#take(Buffer.from(chunk));
    if (!wait) return;
    connection.stream.pause();
    const over = wait.then(
      () => void connection.stream.resume(),
      (error: unknown) => {
        this.#failed ??= { error };
        connection.stream.resume();
      },
    );
    this.#waits = this.#waits.then(() => over);
  }

  handleCommandComplete(): void {
    // the end is handled by handleReadyForQuery
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    void this.#waits.then(() => (this.#failed ? this.#reject(this.#failed.error) : this.#resolve()));
  }
}

/** `COPY … FROM STDIN` over the driver, fed from rows already in its text format. */
export class CopyIn {
  readonly done: Promise<void>;
  readonly #text: string;
  readonly #rows: AsyncIterable<Buffer>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #failed: { readonly error: unknown } | null = null;

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    this.#text = text;
    this.#rows = rows;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#feed(connection).catch((error: unknown) => {
      this.#failed = { error };
      connection.sendCopyFail('the backup could not be read');
    });
  }

  async #feed(connection: Connection): Promise<void> {
    for await (const row of this.#rows) {
      connection.sendCopyFromChunk(row);
      if (connection.stream.writableNeedDrain)
        await new Promise((resolve) => connection.stream.once('drain', resolve));
    }
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {
    // the end is handled by handleReadyForQuery
  }

  handleError(error: unknown): void {
    this.#reject(this.#failed?.error ?? error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }
}
