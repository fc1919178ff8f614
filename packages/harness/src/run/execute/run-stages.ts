import type { CommandEvidence, Stage, StageSpec } from '@assay/schema';

export interface StagesOptions {
  readonly stages: readonly StageSpec[];
  readonly check: (command: string) => Promise<CommandEvidence>;
  /** Gives the agent another turn with what went wrong; false when it cannot have one. */
  readonly repair: (instruction: string) => Promise<boolean>;
  readonly onStage: (name: string) => void;
}

/** Gates with repair loops: the output of a failing stage goes back to the agent until it passes or the tries are used up. */
export async function runStages({ stages, check, repair, onStage }: StagesOptions): Promise<Stage[]> {
  const results: Stage[] = [];
  for (const { name, command, max_attempts } of stages) {
    let attempts = 0;
    let passed = false;
    for (;;) {
      onStage(name);
      const evidence = await check(command);
      attempts++;
      passed = evidence.exit_code === 0;
      if (passed || attempts >= max_attempts || !(await repair(describeFailure(name, evidence)))) break;
    }
    results.push({ name, attempts, passed });
    // what comes later builds on what comes first
    if (!passed) break;
  }
  return results;
}

function describeFailure(name: string, { command, exit_code, signal, timed_out, ...output }: CommandEvidence): string {
  const how = timed_out ? 'did not end in time' : `exited with ${exit_code ?? signal}`;
  const tails = [output.stdout_tail, output.stderr_tail].filter((tail) => tail.trim() !== '').join('\n');
  return `The stage "${name}" failed: \`${command}\` ${how}. Mend the cause, not the check. The end of its output:\n\n${tails}`;
}
