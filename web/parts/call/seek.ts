/** Speeds of the player; 1 is as it was spoken. */
export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;
export const skipSec = 10;

/** What a key does in the player: seconds to move, or playing and pausing; null for every other key. */
export function playerKey(key: string): number | 'toggle' | 'start' | 'end' | null {
  switch (key) {
    case ' ':
    case 'k':
    case 'K':
      return 'toggle';
    case 'j':
    case 'J':
      return -skipSec;
    case 'l':
    case 'L':
      return skipSec;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -5;
    case 'ArrowRight':
    case 'ArrowUp':
      return 5;
    case 'Home':
      return 'start';
    case 'End':
      return 'end';
    default:
      return null;
  }
}

export const within = (second: number, length: number): number => Math.max(0, Math.min(length, second));

/** 83 seconds as 1:23. */
export function clockText(second: number): string {
  const whole = Math.floor(Math.max(0, second));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
