import { widthOnScreen } from './fit.ts';
import { layOutTable } from './lay-out-table.ts';

/** Table lines, each column as wide as its widest cell on a screen. */
export const drawTable = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  layOutTable([heading, ...rows], widthOnScreen);
