import type { CommandEvidence, Stage, StageSpec } from '@assay/schema';

export interface StagesOptions {
  readonly stages: readonly StageSpec[];
  readonly check: (stage: StageSpec) => Promise<CommandEvidence>;
  /** Gives the agent another turn with the error; false if it cannot have one. */
  readonly repair: (instruction: string) => Promise<boolean>;
  readonly onStage: (name: string) => void;
}

/**
 * Runs stages with repair loops: the agent gets the output of a failed stage until it passes or the attempts
 * are used up.
 */
export async function runStages({ stages, check, repair, onStage }: StagesOptions): Promise<Stage[]> {
  const results: Stage[] = [];
  for (const stage of stages) {
    const { name, max_attempts } = stage;
    let attempts = 0;
    let passed = false;
    for (;;) {
      onStage(name);
      const evidence = await check(stage);
      attempts++;
      passed = evidence.exit_code === 0;
      if (passed || attempts >= max_attempts || !(await repair(describeFailure(name, evidence)))) break;
    }
    results.push({ name, attempts, passed });
    // later stages build on earlier ones
    if (!passed) break;
  }
  return results;
}

function describeFailure(name: string, { command, exit_code, signal, timed_out, ...output }: CommandEvidence): string {
  const how = timed_out ? 'did not end in time' : `exited with ${exit_code ?? signal}`;
  const tails = [output.stdout_tail, output.stderr_tail].filter((tail) => tail.trim() !== '').join('\n');
  return `The stage "${name}" failed: \`${command}\` ${how}. Fix the cause, not the check. The end of its output:\n\n${tails}`;
}
