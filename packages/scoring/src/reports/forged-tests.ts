import type { CommandEvidence } from '@assay/schema';

const MOST_NAMED = 3;

/** The tests that pass although they were made to fail. */
function listForged(control: CommandEvidence['control']): string[] {
  if (control === undefined) return [];
  const broken = new Set(control.broken);
  // its tests reported before, so one that is silent now and succeeds was told to
  if (control.exit_code === 0 && control.report === null) return control.broken;
  const passed = (control.report?.tests ?? []).filter(({ name, outcome }) => outcome === 'passed' && broken.has(name));
  return [...new Set(passed.map(({ name }) => name))];
}

/** Whether a command without names of tests passes although all of them were made to fail. */
const isForged = (control: CommandEvidence['control']): boolean =>
  control?.broken.length === 0 && control.confirmed === true;

/** The tests that fail as soon as their files have other bytes, although they say the same. */
function listWatching({ touched }: CommandEvidence): string[] {
  const failed = (touched?.report?.tests ?? []).filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  return [...new Set(failed.map(({ name }) => name))];
}

/** A sentence about tests whose success means nothing; undefined if there are none. */
export function describeForged(evidence: CommandEvidence): string | undefined {
  const { control } = evidence;
  if (isForged(control)) return 'the tests pass although all of them were made to fail';
  const forged = listForged(control);
  if (forged.length > 0)
    return `${count(forged, 'passes although it was', 'pass although they were')} made to fail: ${list(forged)}`;
  const watching = listWatching(evidence);
  if (watching.length === 0) return undefined;
  return `${count(watching, 'passes', 'pass')} only while the test files are the same to the byte: ${list(watching)}`;
}

const count = ({ length }: readonly string[], one: string, many: string): string =>
  length === 1 ? `a test ${one}` : `${length} tests ${many}`;

const list = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');
