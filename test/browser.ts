import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium: as it is built without windows, which does the same for a third of the work, or with them. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ARGS =
  '--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** The browser that is installed, if any is. */
export const findBrowser = (): string | undefined => PROGRAMS.find((path) => existsSync(path));

/** Without a browser there is nothing to look at pages with. */
export const HAS_BROWSER = findBrowser() !== undefined;

/** A real browser, which asks nobody for anything. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(`Expected a browser at ${PROGRAMS.join(' or ')}, found none`);
  return chromium.launch({ executablePath, args: ARGS });
}
