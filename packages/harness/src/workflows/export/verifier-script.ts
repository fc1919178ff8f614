import { AssayError, type Scenario, type ScorerConfig, type ScorerSpec } from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import { quote } from '../../machine/processes/quote.ts';
import { HEAD, isRunnerFile, RUNNER_FOLDERS, TAIL } from './verifier-shell.ts';

/** The grading of a scenario as a script, with the files it needs in `/tests`. */
export interface VerifierScript {
  readonly test_sh: string;
  /** Further files in `/tests`, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of the seed to copy, by the folder in `/tests` that they go to. */
  readonly copies: ReadonlyMap<string, readonly string[]>;
  readonly timeout_s: number;
  /** What the script does not check, by field. */
  readonly notes: readonly string[];
}

interface ScriptOptions {
  /** Where the workspace is in the container; null for its working directory. */
  readonly workdir: string | null;
  /** The files of the seed, which can then be compared and restored; null if they are not known. */
  readonly seed: readonly string[] | null;
}

type Command = Pick<ScorerConfig<'command'>, 'name' | 'command' | 'timeout_s' | 'repeat' | 'restore'>;
type Untouched = ScorerConfig<'tests_unmodified'> | ScorerConfig<'baseline_unmodified'>;

const STAGE_S = 900;
const SPARE_S = 60;

/** Writes the checks of a scenario that a shell can make. Throws if they do not decide the task. */
export function writeVerifierScript(scenario: Scenario, { workdir, seed }: ScriptOptions): VerifierScript {
  const writing = createWriting();
  const has_seed = seed !== null;
  const untouched = has_seed ? scenario.scorers.filter(isUntouched) : [];
  for (const [index, spec] of untouched.entries()) addUntouched(spec, { writing, folder: `untouched/${index + 1}` });
  for (const spec of scenario.scorers.filter((each) => each.type === 'file_exists'))
    writing.lines.push(`[ -e ${quote(spec.path)} ]; record ${writing.name(spec)} ${flag(spec)} $?`);
  if (has_seed && scenario.runner_config !== 'change') {
    writing.copies.set('runner', seed.filter(isRunnerFile));
    const planted = RUNNER_FOLDERS.filter((folder) => !seed.some((path) => path.startsWith(`${folder}/`)));
    writing.lines.push(`rm -rf ${planted.map((folder) => `./${folder}`).join(' ')}`, 'restore_runner');
  }
  if (scenario.hidden !== undefined) writing.lines.push('lay_over /tests/hidden');
  for (const { name, command, timeout_s } of scenario.stages)
    addCommand({ name, command, timeout_s: timeout_s ?? STAGE_S, repeat: 1, restore: [] }, writing, 1);
  for (const spec of scenario.scorers.filter(isCommand)) addCommand(spec, writing, flag(spec));
  addNamed(scenario.scorers, writing);
  if (writing.count === 0)
    throw new AssayError(
      'invalid_input',
      'scorers: expected a command, a stage or a reward; nothing else can be exported',
    );
  requireDecisive(scenario.scorers);
  const enter = workdir === null ? [] : [`cd ${quote(workdir)} || exit 1`];
  return {
    test_sh: [HEAD, ...enter, ...writing.lines, TAIL].join('\n'),
    files: writing.files,
    copies: has_seed ? writing.copies : new Map(),
    timeout_s: writing.timeout_s + SPARE_S,
    notes: listNotes(scenario, has_seed),
  };
}

interface Writing {
  readonly lines: string[];
  readonly files: Map<string, string>;
  readonly copies: Map<string, readonly string[]>;
  /** The number of each command by name. */
  readonly numbers: Map<string, number>;
  count: number;
  timeout_s: number;
  /** The name of a reward as a word of the shell. */
  name(spec: { readonly name: string }): string;
}

function createWriting(): Writing {
  // the reward that decides
  const names = new Set(['reward']);
  return {
    ...{ lines: [], files: new Map(), copies: new Map(), numbers: new Map(), count: 0, timeout_s: 0 },
    name(spec) {
      let name = spec.name;
      for (let number = 2; names.has(name); number++) name = `${spec.name} ${number}`;
      names.add(name);
      return quote(JSON.stringify(name));
    },
  };
}

const isRequired = ({ type, required }: ScorerSpec): boolean =>
  required ?? SCORERS.find((scorer) => scorer.type === type)?.required_by_default ?? true;
const flag = (spec: ScorerSpec): 0 | 1 => (isRequired(spec) ? 1 : 0);

function addCommand(spec: Command, writing: Writing, required: 0 | 1): void {
  const number = ++writing.count;
  writing.files.set(`checks/${number}.sh`, `${spec.command}\n`);
  writing.numbers.set(spec.name, number);
  if (spec.restore.length > 0) {
    const folder = `restore/${number}`;
    writing.copies.set(folder, spec.restore);
    writing.lines.push(`lay_over /tests/${folder}`);
  }
  writing.lines.push(`check ${writing.name(spec)} ${required} ${spec.timeout_s} ${spec.repeat} ${number}`);
  writing.timeout_s += spec.timeout_s * spec.repeat;
}

// only pytest prints lines that a shell can compare
const printsNames = ({ command }: Pick<Command, 'command'>): boolean => /\bpytest\b.*\s-rA\b/.test(command);

function addNamed(scorers: readonly ScorerSpec[], writing: Writing): void {
  const printing = new Set(scorers.filter(isCommand).flatMap((spec) => (printsNames(spec) ? spec.name : [])));
  for (const [index, spec] of scorers.filter(isNamed).entries()) {
    if (!printing.has(spec.command)) continue;
    const file = `${index + 1}.txt`;
    writing.files.set(`named/${file}`, spec.tests.map((test) => `${test}\n`).join(''));
    const number = writing.numbers.get(spec.command);
    writing.lines.push(`passed ${writing.name(spec)} ${flag(spec)} ${number} ${file}`);
  }
}

function addUntouched(spec: Untouched, { writing, folder }: { writing: Writing; folder: string }): void {
  writing.copies.set(folder, [...spec.paths, ...spec.dirs]);
  const strict = spec.ignore_new_files === true ? spec.paths : [...spec.paths, ...spec.dirs];
  const words = ['untouched', `/tests/${folder}`, ...strict.map(quote)];
  writing.lines.push(`${words.join(' ')}; record ${writing.name(spec)} ${flag(spec)} $?`);
}

const isCommand = (spec: ScorerSpec): spec is ScorerConfig<'command'> => spec.type === 'command';
const isNamed = (spec: ScorerSpec): spec is ScorerConfig<'fail_to_pass'> | ScorerConfig<'pass_to_pass'> =>
  spec.type === 'fail_to_pass' || spec.type === 'pass_to_pass';
const isUntouched = (spec: ScorerSpec): spec is Untouched =>
  spec.type === 'tests_unmodified' || spec.type === 'baseline_unmodified';

/** Whether a script checks what a scorer does, at least by an exit code. */
export const isScripted = (spec: ScorerSpec): boolean =>
  isCommand(spec) || isNamed(spec) || isUntouched(spec) || spec.type === 'file_exists';

// without names, only an exit code tells
function requireDecisive(scorers: readonly ScorerSpec[]): void {
  const deciding = new Set(
    scorers.filter(isCommand).flatMap((spec) => (isRequired(spec) || printsNames(spec) ? spec.name : [])),
  );
  const open = scorers.filter(isNamed).find((spec) => isRequired(spec) && !deciding.has(spec.command));
  if (open !== undefined)
    throw new AssayError(
      'invalid_input',
      `scorers ${JSON.stringify(open.name)}: the command ${JSON.stringify(open.command)} is not required, so its exit code cannot decide; Harbor tasks have no other way`,
    );
}

function listNotes({ scorers }: Scenario, has_seed: boolean): string[] {
  const commands = scorers.filter(isCommand).flatMap((spec) => {
    const at = `scorers ${JSON.stringify(spec.name)}`;
    return [
      ...(spec.must_pass.length > 0 ? [`${at}: must_pass is not checked, only the exit code`] : []),
      ...(spec.min_tests !== undefined ? [`${at}: min_tests is not checked, only the exit code`] : []),
      ...(spec.report !== undefined && spec.report !== 'none' ? [`${at}: the report is not read`] : []),
      ...(spec.restore.length > 0 && !has_seed ? [`${at}: restore is left out; the image has the files`] : []),
    ];
  });
  return [
    'commands decide by their exit codes; reports and clean checkouts are not compared',
    ...commands,
    ...scorers
      .filter(isNamed)
      .filter(({ command }) => !scorers.some((spec) => isCommand(spec) && spec.name === command && printsNames(spec)))
      .map(({ name, command }) => `scorers ${JSON.stringify(name)}: decided by the exit code of ${command}`),
    ...(has_seed
      ? []
      : scorers.filter(isUntouched).map(({ name }) => `scorers ${JSON.stringify(name)}: left out; no seed to compare`)),
  ];
}
