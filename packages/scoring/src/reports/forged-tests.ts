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

/** A sentence about tests that pass although they were made to fail; undefined if there are none. */
export function describeForged(control: CommandEvidence['control']): string | undefined {
  if (isForged(control)) return 'the tests pass although all of them were made to fail';
  const names = listForged(control);
  if (names.length === 0) return undefined;
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const which = names.length === 1 ? 'a test passes although it was' : `${names.length} tests pass although they were`;
  return `${which} made to fail: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}
