/**
 * Whether somebody is using the list: pointer over it, focus in it, or rows selected. Reports when that ended
 * `idle` ms ago.
 */
export class Engagement {
  #pointer = false;
  #focus = false;
  #selected = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #onIdle: () => void;
  #idle: number;

  constructor(onIdle: () => void, idle = 2_000) {
    this.#onIdle = onIdle;
    this.#idle = idle;
  }

  get engaged(): boolean {
    return this.#pointer || this.#focus || this.#selected;
  }

  set(part: { pointer?: boolean; focus?: boolean; selected?: boolean }): void {
    const before = this.engaged;
    this.#pointer = part.pointer ?? this.#pointer;
    this.#focus = part.focus ?? this.#focus;
    this.#selected = part.selected ?? this.#selected;
    if (this.engaged) this.#stop();
    else if (before) {
      this.#stop();
      this.#timer = setTimeout(this.#onIdle, this.#idle);
    }
  }

  end(): void {
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
