/** The rows and changes of all three pages, from one seed. */
export interface LiveRow {
  readonly id: string;
  readonly ref: string;
  readonly applicant: string;
  readonly place: string;
  readonly state: string;
  readonly language: string;
  readonly docs: number;
  readonly checked: number;
  readonly score: number;
  readonly amount: number;
}
export type Patch = Pick<LiveRow, 'score' | 'checked' | 'state'>;

export interface Shown {
  /** Applies changes to rows by id. */
  change(changes: readonly { id: string; set: Patch }[]): void;
  /** The visible text, for the check that all pages show the same. */
  value(id: string): number | undefined;
}

declare global {
  interface Window {
    bench: {
      rows: Promise<LiveRow[]>;
      shown: Shown | null;
      run(perSecond: number): void;
      stop(): void;
      longTasks: number;
      frames: number[];
      firstRow: boolean;
      /** Resolves when the list itself is shown, not only its first rows. */
      whole: boolean;
      /** Lets the page do its idle work; until then the CPU time is that of the first rows alone. */
      goOn(): void;
    };
  }
}

const states = ['waiting', 'claimed', 'working', 'parked'];
let seed = 237;
const dice = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};

/** The changes of a second arrive in 50 frames, as the relay would send them. */
const framesPerSecond = 50;

/**
 * `cell` selects a cell of the first rows, `whole` one of the list itself where the first rows are drawn
 * separately.
 */
export function openPage(cell: string, whole: string = cell): Window['bench'] {
  const rows = fetch(`/rows.json${location.search}`).then((answer) => answer.json() as Promise<LiveRow[]>);
  let timer: ReturnType<typeof setInterval> | null = null;
  const whenIdle = requestIdleCallback;
  let held: (() => void)[] | null = [];
  window.requestIdleCallback = (work, options) =>
    held ? held.push(() => whenIdle(work, options)) : whenIdle(work, options);
  const bench: Window['bench'] = {
    rows,
    shown: null,
    longTasks: 0,
    frames: [],
    firstRow: false,
    whole: false,
    goOn() {
      const works = held ?? [];
      held = null;
      for (const work of works) work();
    },
    run(perSecond) {
      void rows.then((all) => {
        const count = perSecond / framesPerSecond;
        timer = setInterval(() => {
          bench.shown?.change(
            Array.from({ length: count }, () => ({
              id: all[Math.floor(dice() * all.length)]!.id,
              set: {
                score: Math.floor(dice() * 1e6),
                checked: Math.floor(dice() * 7),
                state: states[Math.floor(dice() * 4)]!,
              },
            })),
          );
        }, 1_000 / framesPerSecond);
      });
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
  window.bench = bench;
  new PerformanceObserver((list) => {
    bench.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  const frame = (now: number): void => {
    bench.frames.push(now - last);
    last = now;
    if (!bench.firstRow && document.querySelector(cell)) bench.firstRow = true;
    if (!bench.whole && document.querySelector(whole)) bench.whole = true;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return bench;
}
