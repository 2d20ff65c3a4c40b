import { useSyncExternalStore } from 'react';

export type SoundState = 'off' | 'on' | 'blocked';

const place = 'ops-sound';
const listeners = new Set<() => void>();
let wanted = read();
let audio: AudioContext | null = null;
let blocked = false;

function read(): boolean {
  try {
    return localStorage.getItem(place) !== 'off';
  } catch {
    return true; // storage is disabled: the default
  }
}

function changed(): void {
  for (const listener of listeners) listener();
}

export function soundNow(): SoundState {
  if (!wanted) return 'off';
  return blocked ? 'blocked' : 'on';
}

export function useSound(): SoundState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, soundNow);
}

function context(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  if (audio) return audio;
  audio = new AudioContext();
  audio.addEventListener('statechange', () => audio?.state === 'running' && block(false));
  return audio;
}

/** Events that end a user gesture, so that its own handler has run. */
const touches = ['click', 'keyup'] as const;

/** After any gesture browsers may allow sound; check again. */
function queryAgain(): void {
  if (audio?.state === 'suspended') void audio.resume();
}

function block(next: boolean): void {
  if (next === blocked) return;
  blocked = next;
  for (const touch of touches) {
    if (next) addEventListener(touch, queryAgain);
    else removeEventListener(touch, queryAgain);
  }
  changed();
}

/** Browsers block sound until a user gesture; in that case asks for a click that allows it. */
async function ready(): Promise<AudioContext | null> {
  const now = context();
  if (!now) return null;
  if (now.state === 'suspended')
    await Promise.race([now.resume(), new Promise((done) => setTimeout(done, 300))]);
  block(now.state !== 'running');
  return blocked ? null : now;
}

function tone(now: AudioContext): void {
  const oscillator = now.createOscillator();
  const volume = now.createGain();
  oscillator.type = 'sine';
  oscillator.frequency.setValueAtTime(660, now.currentTime);
  oscillator.frequency.setValueAtTime(880, now.currentTime + 0.09);
  volume.gain.setValueAtTime(0.0001, now.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.12, now.currentTime + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, now.currentTime + 0.28);
  oscillator.connect(volume).connect(now.destination);
  oscillator.start();
  oscillator.stop(now.currentTime + 0.3);
}

/** Plays a short tone; one tab of this browser plays it. */
export async function ring(): Promise<void> {
  if (!wanted) return;
  const now = await ready();
  if (!now) return;
  if (!('locks' in navigator)) return tone(now);
  await navigator.locks.request('ops-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tone(now);
    await new Promise((done) => setTimeout(done, 800));
  });
}

/** Call from a click handler: allows sound and plays it once. */
export async function allowSound(): Promise<void> {
  const now = context();
  if (now?.state === 'suspended') await now.resume();
  const running = await ready();
  if (running) tone(running);
}

export function setSound(on: boolean): void {
  wanted = on;
  try {
    localStorage.setItem(place, on ? 'on' : 'off');
  } catch {
    // storage is disabled: the choice lasts for this visit
  }
  changed();
}
