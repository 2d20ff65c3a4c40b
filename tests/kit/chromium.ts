import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

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
  const tried: string[] = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    tried.push(
      attempt('/bin/sh', [
        '-c',
        'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium',
      ]),
    );
  }
  if (!findChromium())
    tried.push(attempt(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']));
  const brought = findChromium();
  if (brought) return brought;
  throw new Error(
    `No Chromium for the journeys, and none could be installed (${tried.join('; ')}). Install the package "chromium".`,
  );
}

function attempt(program: string, args: readonly string[]): string {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  return `${program === process.execPath ? 'playwright-core install' : 'apt-get install'} ended with ${error?.message ?? status}`;
}
