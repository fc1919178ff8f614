import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium. The headless shell comes first: it needs a third of the CPU time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ARGS =
  '--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** The path of the installed browser, if any. */
export const findBrowser = (): string | undefined => PROGRAMS.find((path) => existsSync(path));

/** Tests of pages are skipped without a browser. */
export const HAS_BROWSER = findBrowser() !== undefined;

/** Launches a real browser without background network traffic. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(`Expected a browser at ${PROGRAMS.join(' or ')}, found none`);
  return chromium.launch({ executablePath, args: ARGS });
}
