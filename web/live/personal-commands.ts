/**
 * Sends a tab's commands to one stream one after the other, and treats the tab's own changes as no conflict
 * with its next command: a key pressed before the list has caught up still acts on the latest state.
 */
export class PersonalCommands {
  #last = new Map<string, Promise<unknown>>();
  /** The unbroken run of versions this tab wrote to a stream: everything after `from` up to `to`. */
  #runs = new Map<string, { from: number; to: number }>();

  /** Sends with the version the caller saw, or a later one that this tab wrote; rejects as `go` does. */
  async send<A extends { readonly version: number }>(
    stream: string,
    seen: number | null | undefined,
    go: (version: number | null | undefined) => Promise<A>,
  ): Promise<A> {
    const work = (this.#last.get(stream) ?? Promise.resolve()).then(
      () => go(this.#newest(stream, seen)),
      () => go(this.#newest(stream, seen)),
    );
    this.#last.set(stream, work);
    try {
      const answer = await work;
      this.#made(stream, answer.version);
      return answer;
    } finally {
      if (this.#last.get(stream) === work) this.#last.delete(stream);
    }
  }

  #newest(stream: string, seen: number | null | undefined): number | null | undefined {
    const run = this.#runs.get(stream);
    return run && typeof seen === 'number' && seen >= run.from && seen < run.to ? run.to : seen;
  }

  #made(stream: string, version: number): void {
    const run = this.#runs.get(stream);
    if (run && version <= run.to) return;
    this.#runs.delete(stream);
    this.#runs.set(stream, { from: run?.to === version - 1 ? run.from : version - 1, to: version });
    if (this.#runs.size > 100) this.#runs.delete(this.#runs.keys().next().value!);
  }
}
