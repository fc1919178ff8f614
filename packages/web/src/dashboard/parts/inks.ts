import { useMemo } from 'react';
import { useMedia } from '../../shared/media.ts';
import { useTheme } from '../theme.ts';

const NAMES = ['ink', 'muted', 'line', 'card', 'accent', 'focus', 'good', 'bad', 'warn', 'muted-ground'] as const;

/** The colours of the style sheet, for what is drawn where style sheets do not reach. */
export type Inks = Readonly<Record<(typeof NAMES)[number], string>>;

/** The colours as they are now; others when the reader changes the appearance. */
export function useInks(): Inks {
  const { theme } = useTheme();
  const dark = useMedia('(prefers-color-scheme: dark)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on the appearance
  return useMemo(readInks, [theme, dark]);
}

function readInks(): Inks {
  // a colour that is light or dark is one of the two only on an element
  const probe = document.createElement('span');
  document.body.append(probe);
  const inks = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(inks) as Inks;
}
