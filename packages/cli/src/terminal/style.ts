/** Markup of text: terminal colors, or none. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

const same = (text: string): string => text;

export const PLAIN: Style = { bold: same, dim: same, good: same, warn: same, bad: same };

const ansi =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

export const COLOR: Style = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  good: ansi(32, 39),
  warn: ansi(33, 39),
  bad: ansi(31, 39),
};

/** A bar of `width` characters, filled by `share` (0 to 1). */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * width * 8);
  const partial = eighths % 8 === 0 ? '' : (' ▏▎▍▌▋▊▉'[eighths % 8] ?? '');
  return `${'█'.repeat(Math.floor(eighths / 8))}${partial}`.padEnd(width, '░');
}
