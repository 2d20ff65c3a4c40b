import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { installPackage } from './tools.ts';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Browser features that a journey does without. Playwright's own list is repeated, because only the last one
 * counts; we add the pages of the address bar, which take more than half of the time to open a window.
 */
const without = [
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
  ],
  ...[
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** The flags a journey starts Chromium with: it calls no home server and also runs as root. */
export const chromiumFlags: readonly string[] = [
  `--disable-features=${without.join(',')}`,
  ...[
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-dev-shm-usage',
  ],
  ...[
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
  ],
];

/** The path of an installed Chromium, or undefined. */
export function findChromium(): string | undefined {
  return [...installed, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds or installs a Chromium: Debian's package for root on Debian, otherwise Playwright's own download.
 * Reports in one line why it could not.
 */
export function bringChromium(): string {
  const found = findChromium();
  if (found) return found;
  const tried = [installPackage('chromium')];
  if (!findChromium()) tried.push(download());
  const brought = findChromium();
  if (brought) return brought;
  throw new Error(
    `No Chromium for the journeys, and none could be installed (${tried.filter((one) => one !== null).join('; ')}). Install the package "chromium".`,
  );
}

function download(): string {
  const { status, error } = spawnSync(
    process.execPath,
    ['node_modules/playwright-core/cli.js', 'install', 'chromium'],
    { stdio: 'inherit' },
  );
  return `playwright-core install ended with ${error?.message ?? status}`;
}
