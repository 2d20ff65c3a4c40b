let context: AudioContext | null = null;

/**
 * A short tone: high for an accepted scan, low and longer for a refused one. Silent where the browser plays
 * no sound.
 */
export function beep(ok: boolean): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = ok ? 1_240 : 220;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + (ok ? 0.07 : 0.28));
  } catch {
    context = null; // no sound here: colour and text still respond
  }
}
