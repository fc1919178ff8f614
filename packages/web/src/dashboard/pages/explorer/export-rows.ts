import type { RunSummary } from '@assay/schema/api';
import { csvCell } from '../../parts/csv-cell.ts';
import { type FieldKind, type RunField, readValue } from './fields.ts';

/** The shown runs and columns. */
export interface ShownRows {
  readonly fields: readonly RunField[];
  readonly runs: readonly RunSummary[];
}

/** An export format. */
interface Format {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly write: (shown: ShownRows) => Promise<string | ArrayBuffer>;
}

export const FORMATS: readonly Format[] = [
  { id: 'csv', title: 'CSV', type: 'text/csv', write: async (shown) => toCsv(shown) },
  {
    id: 'json',
    title: 'JSON',
    type: 'application/json',
    write: async (shown) => `${JSON.stringify(objectsOf(shown), null, 2)}\n`,
  },
  {
    id: 'ndjson',
    title: 'NDJSON',
    type: 'application/x-ndjson',
    write: async (shown) =>
      objectsOf(shown)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
  },
  { id: 'parquet', title: 'Parquet', type: 'application/vnd.apache.parquet', write: toParquet },
];

const objectsOf = ({ fields, runs }: ShownRows): Record<string, unknown>[] =>
  runs.map((run) => Object.fromEntries(fields.map((field) => [field.name, readValue(field, run)])));

function toCsv({ fields, runs }: ShownRows): string {
  const lines = [
    fields.map(({ name }) => name),
    ...runs.map((run) => fields.map((field) => cellOf(readValue(field, run)))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : csvCell(value);
}

const TYPES: Readonly<Record<FieldKind, 'STRING' | 'DOUBLE' | 'INT32' | 'INT64' | 'TIMESTAMP'>> = {
  text: 'STRING',
  choice: 'STRING',
  count: 'INT32',
  points: 'INT32',
  share: 'DOUBLE',
  money: 'INT64',
  duration: 'DOUBLE',
  instant: 'TIMESTAMP',
};

async function toParquet({ fields, runs }: ShownRows): Promise<ArrayBuffer> {
  // loaded on demand: it is large and rarely used
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  return parquetWriteBuffer({
    columnData: fields.map((field) => ({
      name: field.name,
      type: TYPES[field.kind],
      nullable: true,
      data: runs.map((run) => parquetValue(field.kind, readValue(field, run))),
    })),
  });
}

function parquetValue(kind: FieldKind, value: string | number | null): string | number | bigint | Date | null {
  if (value === null) return null;
  if (kind === 'instant') return new Date(value);
  return kind === 'money' ? BigInt(value) : value;
}
