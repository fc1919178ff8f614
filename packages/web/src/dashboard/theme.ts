import { readStored, useStoredText, writeStored } from './stored.ts';

/** The color theme; `system` follows the system setting. */
export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const parseTheme = (value: unknown): Theme | undefined => THEMES.find((theme) => theme === value);

const readTheme = (): Theme => readStored('theme', parseTheme) ?? 'system';

/** Applies the stored theme. Called once before the first render. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): { readonly theme: Theme; readonly next: Theme; readonly choose: (theme: Theme) => void } {
  useStoredText('theme');
  const theme = readTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return { theme, next, choose };
}

function choose(theme: Theme): void {
  writeStored('theme', theme);
  applyTheme(theme);
}
