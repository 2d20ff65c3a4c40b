import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Parts of the browser itself that a journey does without. The list of Playwright is repeated, because only the last one counts; the
 * pages of the address bar are ours: they cost more than half of a new window's time.
 */
const without = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay'],
  ...['MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** The flags a journey starts Chromium with: nothing of it calls home, and it runs as root too. */
export const chromiumFlags: readonly string[] = [
  `--disable-features=${without.join(',')}`,
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps'],
];

/** The path of a Chromium that is there, or undefined. */
export function findChromium(): string | undefined {
  return [...installed, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/** Finds a Chromium or brings one: Debian's package for root on Debian, otherwise the browser tool's own download. Says in one line why not. */
export function bringChromium(): string {
  const found = findChromium();
  if (found) return found;
  const tried: string[] = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    tried.push(attempt('/bin/sh', ['-c', 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium']));
  }
  if (!findChromium()) tried.push(attempt(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']));
  const brought = findChromium();
  if (brought) return brought;
  throw new Error(`No Chromium for the journeys and none could be brought (${tried.join('; ')}). Install the package "chromium".`);
}

function attempt(program: string, args: readonly string[]): string {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  return `${program === process.execPath ? 'playwright-core install' : 'apt-get install'} ended with ${error?.message ?? status}`;
}
