const beatMs = 1_000;
const onTheBeat = new Set<{ readonly beats: number; left: number; readonly work: () => void }>();
let beat: NodeJS.Timeout | null = null;

/**
 * Calls `work` every `ms` without keeping the process alive; returns a function that stops it. Intervals of
 * whole seconds share one wake-up a second, because a dozen separate timers would hardly ever let the
 * process sleep.
 */
export function every(ms: number, work: () => void): () => void {
  if (ms % beatMs !== 0) {
    const own = setInterval(work, ms);
    own.unref();
    return () => clearInterval(own);
  }
  const one = { beats: ms / beatMs, left: ms / beatMs, work };
  onTheBeat.add(one);
  if (beat === null) {
    beat = setInterval(strike, beatMs);
    beat.unref();
  }
  return () => {
    onTheBeat.delete(one);
    if (onTheBeat.size > 0 || beat === null) return;
    clearInterval(beat);
    beat = null;
  };
}

function strike(): void {
  for (const one of onTheBeat) {
    one.left -= 1;
    if (one.left > 0) continue;
    one.left = one.beats;
    one.work();
  }
}
