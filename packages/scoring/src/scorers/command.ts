import { getOwn } from '../get-own.ts';
import { cannotScore, defineScorer, fail, pass } from '../scorer.ts';

/** The tests, as a rule: a command that was run in the workspace once the agent was gone. */
export const command = defineScorer({
  type: 'command',
  title: 'The command succeeds',
  description: 'What the task asks for works, as its own tests or another program see it.',
  required_by_default: true,
  may_gate: true,
  requires: ['commands'],

  runs: ({ name, command, timeout_s, restore, repeat, isolated }) => ({
    name,
    command,
    timeout_s,
    restore,
    repeat,
    isolated,
  }),

  score({ commands }, { name, command, timeout_s, report, min_tests, must_pass }) {
    if (report !== undefined || min_tests !== undefined || must_pass.length > 0)
      cannotScore(
        'expected a command judged by its exit code, found report, min_tests or must_pass, which this version cannot read',
      );
    const { command: run, exit_code, signal, timed_out, duration_ms } = getOwn(commands, { what: 'the command', name });
    if (run !== command)
      cannotScore(
        `expected evidence of ${JSON.stringify(command)}, found that of ${JSON.stringify(run)}; gather it again`,
      );

    if (timed_out) return fail(0, `timeout: still running after ${timeout_s} s`, { duration_ms });
    if (signal !== null) return fail(0, `ended by ${signal}`, { duration_ms });
    if (exit_code === null) cannotScore('expected an exit code or a signal, found neither; gather it again');
    if (exit_code === 0) return pass('exit code 0', { duration_ms });
    // the shell's own codes: often a program that is missing, but an agent can bring them about as well
    const suspicion = SHELL_CODES.get(exit_code);
    return fail(0, `exit code ${exit_code}${suspicion === undefined ? '' : `, suspected_env: ${suspicion}`}`, {
      duration_ms,
    });
  },
});

const SHELL_CODES: ReadonlyMap<number, string> = new Map([
  [126, 'a program could not be executed'],
  [127, 'a program was not found'],
]);
