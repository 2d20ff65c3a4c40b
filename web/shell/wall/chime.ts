/** Notes of the chime: frequency in Hz, and when each begins in seconds. */
const notes = [
  [880, 0],
  [1_174.7, 0.22],
] as const;
const noteSec = 0.6;

/** A soft chime of two notes. Browsers let a page sound only after somebody pressed something on it. */
export class Chime {
  #context: AudioContext | null = null;
  #listeners = new Set<() => void>();

  readonly sounds = (): boolean => this.#context !== null;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called while a press is handled; rings once, as a test. */
  on(): void {
    this.#context ??= new AudioContext();
    void this.#context.resume().then(() => this.ring());
    this.#changed();
  }

  off(): void {
    void this.#context?.close();
    this.#context = null;
    this.#changed();
  }

  /** Sounds, unless it is off. */
  ring(): void {
    const context = this.#context;
    if (context?.state !== 'running') return;
    for (const [frequency, after] of notes) {
      const at = context.currentTime + after;
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + noteSec);
      const tone = new OscillatorNode(context, { frequency });
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + noteSec);
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
