import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AnswersEvidence, AssayError, type Evidence, type ScorerConfig } from '@assay/schema';
import { createOwnPath } from '../../../machine/processes/own-folder.ts';
import { removeTree } from '../../../machine/workspace/remove-tree.ts';
import { SCENARIO_FOLDER_VARIABLE } from '../../../scenarios/project.ts';
import { runGraded } from '../../execute/run-command.ts';
import type { RunEnvironment } from '../../execute/run-environment.ts';
import { type CleanTree, checkOut } from '../clean-tree.ts';
import { openClean, openSession } from '../grading-environment.ts';
import { DEPLOYED_VARIABLES, deploy } from './deploy.ts';
import { formatAsk, formatAskAgain } from './format-ask.ts';

type Config = ScorerConfig<'answers'>;
type Cases = AnswersEvidence['cases'];
type Answers = Readonly<Record<string, unknown>> | null;

const SEED_BYTES = 8;
const MOST_CASES = 10_000;
const MOST_AGAIN = 100;
const LONGEST_ANSWER = 64 * 1024;
const DEEPEST_ANSWER = 100;

/** Asks the code in a clean checkout, one scorer after another. Undefined if nothing is to be asked. */
export async function gatherAnswers(
  environment: RunEnvironment,
  clean: CleanTree,
): Promise<Evidence['answers'] | undefined> {
  const { scorers } = environment.attempt.prepared.task.scenario;
  const asking = scorers.filter((spec): spec is Config => spec.type === 'answers');
  if (asking.length === 0) return undefined;
  const gathered: [string, AnswersEvidence][] = [];
  for (const config of asking) {
    // whatever ran before, the code that is asked is that of the change
    await checkOut(environment.scratch.workspace, clean);
    gathered.push([config.name, await gather(config, { environment, clean })]);
  }
  return Object.fromEntries(gathered);
}

interface Gathering {
  readonly environment: RunEnvironment;
  readonly clean: CleanTree;
}

async function gather(config: Config, { environment, clean }: Gathering): Promise<AnswersEvidence> {
  const seed = Buffer.from(environment.context.host.entropy(SEED_BYTES)).toString('hex');
  const cases = [...config.cases, ...(await generateCases(config, { environment, seed }))];
  const asking = { environment, timeout_ms: config.timeout_s * 1000 };
  const { output, evidence } = await ask(formatAsk(config.ask), { ...asking, cases });
  const { exit_code, signal, timed_out, stderr_tail, duration_ms } = evidence;
  const answers = readAnswers(output.stdout(), cases.length);
  const again = await askAgain(config, { ...asking, cases, clean });
  return { seed, cases, answers, ...(again && { again }), exit_code, signal, timed_out, stderr_tail, duration_ms };
}

/** Asks a sample twice more, of the code as it would be installed. Undefined for a command. */
async function askAgain(config: Config, { clean, cases, ...asking }: Asking & Gathering) {
  const command = formatAskAgain(config.ask);
  if (command === undefined) return undefined;
  await deploy(asking.environment.scratch.workspace, clean);
  const sample = chooseSample(cases.length);
  const asked = sample.flatMap((index) => cases[index] ?? []);
  const { output } = await ask(command, { ...asking, cases: asked, env: DEPLOYED_VARIABLES });
  const answers = readAnswers(output.stdout(), sample.length);
  return sample.map((index, at) => ({ case: index, answer: answers[at] ?? null }));
}

interface Asking {
  readonly environment: RunEnvironment;
  readonly cases: Cases;
  readonly timeout_ms: number;
  readonly env?: Readonly<Record<string, string>>;
}

async function ask(command: string, { environment, cases, timeout_ms, env = {} }: Asking) {
  await using place = await openClean(environment, 'elsewhere');
  return await runGraded({
    session: place.session,
    command,
    input: cases.map(({ input }) => `${JSON.stringify(input ?? null)}\n`).join(''),
    env,
    timeout_ms,
    redactor: environment.redactor,
    signal: environment.context.signal,
  });
}

/** Indexes spread over all cases: the last one first, and then all once more. */
function chooseSample(count: number): number[] {
  const length = Math.min(count, MOST_AGAIN);
  const indexes = Array.from({ length }, (_, index) => Math.floor((index * count) / length));
  return [...indexes.toReversed(), ...indexes];
}

/** Draws cases in a separate sandbox: neither the workspace nor the code is in it. */
async function generateCases(
  { name, generate, timeout_s }: Config,
  { environment, seed }: { readonly environment: RunEnvironment; readonly seed: string },
): Promise<Cases> {
  if (generate === undefined) return [];
  const { attempt, context, redactor } = environment;
  const { base } = attempt.prepared.loaded;
  const folder = createOwnPath();
  try {
    const folders = { workspace: join(folder, 'workspace'), home: join(folder, 'home') };
    for (const path of [folder, folders.workspace, folders.home]) await mkdir(path, { mode: 0o700 });
    const readable = [...context.readable, base];
    await using session = await openSession({ attempt, context: { ...context, readable } }, folders);
    const env = { ASSAY_SEED: seed, [SCENARIO_FOLDER_VARIABLE]: base };
    const timeout_ms = timeout_s * 1000;
    const { signal } = context;
    const { evidence, output } = await runGraded({ session, command: generate, env, timeout_ms, redactor, signal });
    if (evidence.exit_code !== 0)
      throw cannotDraw(name, `exit code ${evidence.exit_code ?? evidence.signal}: ${evidence.stderr_tail.slice(-500)}`);
    return parseCases(output.stdout(), name);
  } finally {
    await removeTree(folder);
  }
}

function parseCases(text: string, name: string): Cases {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > MOST_CASES)
    throw cannotDraw(name, `expected 1 to ${MOST_CASES} lines, found ${lines.length}`);
  return lines.map((line, index) => {
    const found = AnswersEvidence.shape.cases.element.safeParse(parse(line));
    if (found.success) return found.data;
    throw cannotDraw(
      name,
      `expected an object with input and a field of the answer on line ${index + 1}, found ${line.slice(0, 200)}`,
    );
  });
}

// the code writes the answers: anything but a small object is no answer
function readAnswers(text: string, count: number): Answers[] {
  const lines = text.split('\n');
  return Array.from({ length: count }, (_, index) => {
    const line = lines[index] ?? '';
    const value = line.length > LONGEST_ANSWER ? undefined : parse(line);
    const isAnswer = typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeep(value);
    return isAnswer ? { ...value } : null;
  });
}

function isDeep(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_ANSWER) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const cannotDraw = (name: string, why: string): AssayError =>
  new AssayError('internal', `\`generate\` of the scorer ${JSON.stringify(name)} gave no cases: ${why}`);
