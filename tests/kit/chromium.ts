import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { installPackage } from './tools.ts';

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
  const tried = [installPackage('chromium')];
  if (!findChromium()) tried.push(download());
  const brought = findChromium();
  if (brought) return brought;
  throw new Error(
    `No Chromium for the journeys and none could be brought (${tried.filter((one) => one !== null).join('; ')}). Install the package "chromium".`,
  );
}

function download(): string {
  const { status, error } = spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  return `playwright-core install ended with ${error?.message ?? status}`;
}
