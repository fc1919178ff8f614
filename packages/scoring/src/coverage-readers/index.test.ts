import { expect, test } from 'vitest';
import { readCoverage } from './index.ts';

const TABLE = `----------|---------|----------|---------|---------|-------------------
File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
----------|---------|----------|---------|---------|-------------------
All files |   84.21 |       75 |     100 |   84.21 |
 add.js   |   84.21 |       75 |     100 |   84.21 | 3-5
----------|---------|----------|---------|---------|-------------------
`;

test.each<[string, number | null, string]>([
  [TABLE, 84.21, 'Istanbul’s table'],
  [`${TABLE}All files |     100 |      100 |     100 |     100 |\n`, 84.21, 'a row printed by code does not raise it'],
  ['Name    Stmts   Miss  Cover\nTOTAL      120     30    75%\n', 75, 'coverage.py'],
  ['TOTAL      120     30     40      2    71.5%\n', 71.5, 'coverage.py with branches'],
  ['ok  \texample.com/app\t0.01s\tcoverage: 84.2% of statements\n', 84.2, 'one package of Go'],
  ['coverage: 80.0% of statements\nok  \ta\t0.01s\tcoverage: 80.0% of statements\n', 80, 'told twice with -v'],
  ['ok  \ta\t1s\tcoverage: 90.0% of statements\nok  \tb\t1s\tcoverage: 50.0% of statements\n', 70, 'two packages'],
  ['ok  \ta\t1s\tcoverage: 90.0% of statements\ntotal:\t\t(statements)\t\t61.5%\n', 61.5, 'the total of go tool cover'],
  ['<?xml version="1.0"?><coverage line-rate="0.75" branch-rate="1"><packages/></coverage>', 75, 'cobertura'],
  ['TN:\nSF:a.js\nLF:10\nLH:9\nend_of_record\nSF:b.js\nLF:10\nLH:1\nend_of_record\n', 50, 'lcov'],
  ['All files |     140 |      100 |', null, 'no percentage'],
  ['coverage: great\n', null, 'a sentence'],
  ['<coverage line-rate="x"></coverage>', null, 'no number'],
  ['', null, 'nothing'],
])('%j reports %s: %s', (text, percent) => {
  expect(readCoverage(text)).toBe(percent);
});
