import { isObject, type Json } from '@assay/schema/json';
import type { OnRepair } from './read-records.ts';
import { listZippedFiles, type ZippedFile } from './read-zip.ts';

const HEADERS = ['_journal/start.json', 'header.json'];

/**
 * Reads an Inspect log in its packed form, a zip of JSON files: the header and the first sample, as one document of the
 * unpacked form. A log that was never finished has no header, only the start of its journal.
 */
export async function readEval(path: string, onRepair: OnRepair): Promise<Json[]> {
  const header: Record<string, Json> = {};
  const samples: string[] = [];
  let first: { readonly name: string; readonly sample: Json } | undefined;
  for await (const file of listZippedFiles(path)) {
    if (HEADERS.includes(file.name)) Object.assign(header, await readJson(file, onRepair));
    if (!/^samples\/[^/]+\.json$/.test(file.name)) continue;
    samples.push(file.name);
    // samples are written as they finish
    if (first === undefined || compareNames(file.name, first.name) < 0)
      first = { name: file.name, sample: await readJson(file, onRepair) };
  }
  if (Object.keys(header).length === 0) return [];
  return [
    {
      status: 'started',
      ...header,
      samples: first === undefined ? [] : [first.sample],
      other_samples: Math.max(0, samples.length - 1),
    },
  ];
}

const compareNames = new Intl.Collator('en', { numeric: true }).compare;

async function readJson(file: ZippedFile, onRepair: OnRepair): Promise<Record<string, Json>> {
  try {
    const value: Json = JSON.parse((await file.read()) ?? '');
    if (isObject(value)) return value;
  } catch {
    // reported below
  }
  onRepair(`${file.name.slice(0, 80)} in the log cannot be read and was skipped`);
  return {};
}
