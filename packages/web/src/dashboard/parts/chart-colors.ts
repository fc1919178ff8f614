import { useMemo } from 'react';
import { useMedia } from '../../shared/media.ts';
import { useTheme } from '../theme.ts';

const NAMES = ['ink', 'muted', 'line', 'card', 'accent', 'focus', 'good', 'bad', 'warn', 'muted-ground'] as const;

/** The colors of the style sheet, for drawing on a canvas. */
export type ChartColors = Readonly<Record<(typeof NAMES)[number], string>>;

/** The current colors; they change with the theme. */
export function useChartColors(): ChartColors {
  const { theme } = useTheme();
  const dark = useMedia('(prefers-color-scheme: dark)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors depend on the theme
  return useMemo(readInks, [theme, dark]);
}

function readInks(): ChartColors {
  // `light-dark()` resolves only on an element
  const probe = document.createElement('span');
  document.body.append(probe);
  const inks = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(inks) as ChartColors;
}
