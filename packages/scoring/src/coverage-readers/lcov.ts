import { readLines } from '../reports/text/lines.ts';
import { defineCoverageReader, lowest } from './coverage-reader.ts';

/** An lcov file: lines hit of lines found, over all its files. */
export const lcov = defineCoverageReader({
  id: 'lcov',
  read(text) {
    let [hit, found, ended] = [0, 0, false];
    for (const line of readLines(text)) {
      const [, key, value] = /^(LH|LF):(\d{1,9})$/.exec(line) ?? [];
      if (key === 'LH') hit += Number(value);
      if (key === 'LF') found += Number(value);
      ended ||= line === 'end_of_record';
    }
    return ended && found > 0 ? lowest([(100 * hit) / found]) : undefined;
  },
});
