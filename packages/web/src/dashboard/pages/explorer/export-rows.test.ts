import type { RunSummary } from '@assay/schema/api';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { FORMATS } from './export-rows.ts';
import { FIELDS, findField } from './fields.ts';

const RUN = {
  run_id: 'run_01m7ew0rvjraj0vfggyenb7x96',
  scenario: 'a, "b"\nc',
  label: '=HYPERLINK("x")',
  score: 92,
  composite: 0.5,
  cost_usd_micros: 412_300,
  wall_ms: 84_210.5,
  attempt: 1,
  created_at: '2026-11-15T12:00:00.000Z',
  model: null,
} as unknown as RunSummary;

const DECIDED = {
  ...RUN,
  result: 'passed' as const,
  result_reason: { message: '1 required check passed; 2 integrity findings to review' },
  review: 2,
};

const written = async (id: string, names: readonly string[], runs = [RUN]) => {
  const fields = names.flatMap((name) => findField(name) ?? []);
  return await FORMATS.find((format) => format.id === id)?.write({ fields, runs });
};

test('CSV has a header line and escapes special characters in cells', async () => {
  expect(await written('csv', ['scenario', 'score', 'model'])).toBe('scenario,score,model\r\n"a, ""b""\nc",92,\r\n');
});

test('every format includes the findings to review of a passed run', async () => {
  const names = ['result', 'review', 'result_reason.message'];
  const row = { result: 'passed', review: 2, 'result_reason.message': DECIDED.result_reason.message };
  expect(await written('csv', names, [DECIDED])).toBe(
    `result,review,result_reason.message\r\npassed,2,${row['result_reason.message']}\r\n`,
  );
  expect(JSON.parse(String(await written('json', names, [DECIDED])))).toEqual([row]);
  const file = (await written('parquet', names, [DECIDED])) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual([row]);
});

test('the result is the first column', () => {
  expect(FIELDS[0]?.name).toBe('result');
});

test.each(['=1+1', '+1', '-1', '@x', '\tx'])('a name like %j is not a formula in a spreadsheet', async (label) => {
  expect(await written('csv', ['label'], [{ ...RUN, label }])).toBe(`label\r\n'${label}\r\n`);
});

test('JSON and NDJSON contain the values of the server', async () => {
  const row = { scenario: 'a, "b"\nc', cost_usd_micros: 412_300, model: null };
  expect(JSON.parse(String(await written('json', ['scenario', 'cost_usd_micros', 'model'])))).toEqual([row]);
  const lines = String(await written('ndjson', ['scenario', 'cost_usd_micros', 'model'], [RUN, RUN]))
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([row, row]);
});

test('Parquet contains the same values in typed columns, including missing ones', async () => {
  const names = FIELDS.map(({ name }) => name).filter((name) => name in RUN);
  const file = (await written('parquet', names, [RUN, { ...RUN, score: null }])) as ArrayBuffer;
  const [first, second] = await parquetReadObjects({ file });
  expect(first).toEqual({ ...RUN, cost_usd_micros: 412_300n, created_at: new Date(RUN.created_at) });
  expect(second?.['score'] ?? null).toBeNull();
});
