import { expect, test } from 'vitest';
import { clockText, playerKey, within } from './seek.ts';

test('keys move by five and ten seconds, play and pause, and leave others alone', () => {
  expect(['j', 'l', 'ArrowLeft', 'ArrowRight'].map(playerKey)).toEqual([-10, 10, -5, 5]);
  expect([' ', 'k', 'Home', 'End'].map(playerKey)).toEqual(['toggle', 'toggle', 'start', 'end']);
  expect(['a', 'Tab', 'Enter', 'Escape'].map(playerKey)).toEqual([null, null, null, null]);
});

test('a position stays within the recording', () => {
  expect([within(-3, 83), within(90, 83), within(40, 83)]).toEqual([0, 83, 40]);
});

test('seconds are shown as minutes', () => {
  expect([clockText(0), clockText(83.9), clockText(605)]).toEqual(['0:00', '1:23', '10:05']);
});
