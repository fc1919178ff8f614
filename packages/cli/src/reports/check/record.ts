import type { ChangeRecord } from '@assay/schema';
import { CORNERS, viewRecord } from '@assay/scoring';
import { onOneLine } from '../../terminal/format.ts';
import { layOutTable } from '../../terminal/lay-out-table.ts';
import type { Style } from '../../terminal/style.ts';
import { code, formatTable, quote } from '../markdown.ts';

const MOST_PROVING = 5;

/** The record of a change as text: what each corner gave, and the tests that fail without the change. */
export function drawRecord(record: ChangeRecord | undefined, style: Style): string[] {
  const view = record === undefined ? null : viewRecord(record);
  if (view === null) return [];
  const { corners, proves, limits } = view;
  const [heading = '', ...lines] = layOutTable(corners, (text) => text.length);
  const more = proves.length - MOST_PROVING;
  return [
    ...['', style.bold(heading), ...lines],
    ...proves.slice(0, MOST_PROVING).map((id) => `  ${style.good('✓')} fails without the change: ${onOneLine(id)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...limits.map((limit) => `  ${style.dim(onOneLine(limit))}`),
  ];
}

// comments have a size limit
const MOST_ROWS = 30;

/** The record of a change as Markdown: corners, tests in each corner, and what was rewritten with both lines. */
export function writeRecord(record: ChangeRecord | undefined): string[] {
  const view = record === undefined ? null : viewRecord(record);
  if (view === null) return [];
  const { corners, tests, proves, rewritten, limits } = view;
  const [heading, ...rows] = corners;
  const shown = tests.slice(0, MOST_ROWS);
  return [
    '',
    ...formatTable(heading, rows),
    ...(tests.length === 0
      ? []
      : [
          '',
          ...formatTable(
            ['test', '', ...CORNERS.map(({ title }) => title)],
            shown.map(({ id, says, outcomes }) => [code(id), says, ...outcomes]),
          ),
        ]),
    ...tellRest(tests.length),
    ...(rewritten.length === 0 ? [] : ['', 'Rewritten:', '']),
    ...rewritten.slice(0, MOST_ROWS).map(({ grade, test, path = '', line, before = '', after = '' }) => {
      const place = line === undefined ? path : `${path}:${line}`;
      return `- **${grade}** ${code(test ?? '')} ${code(place)}: ${code(before)} → ${code(after)}`;
    }),
    ...tellRest(rewritten.length),
    ...(proves.length + limits.length === 0 ? [] : ['']),
    ...proves.slice(0, MOST_ROWS).map((id) => `- ✓ fails without the change: ${code(id)}`),
    ...tellRest(proves.length),
    ...limits.map((limit) => `- ${quote(limit)}`),
  ];
}

const tellRest = (count: number): string[] => (count > MOST_ROWS ? ['', `and ${count - MOST_ROWS} more`] : []);
