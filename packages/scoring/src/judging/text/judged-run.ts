import type {
  AgentExit,
  ChangedPath,
  Claim,
  CommandEvidence,
  Interaction,
  RubricCheck,
  Run,
  ScorerResult,
  Stage,
  StageSpec,
  TranscriptEntry,
} from '@assay/schema';
import type { Identity } from './anonymise.ts';

/** What a question about a run is made from. */
export interface JudgedRun {
  readonly task: JudgedTask;
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
  /** The change as git wrote it; null for a run without a workspace. */
  readonly diff: string | null;
  readonly changed_paths: readonly ChangedPath[];
  /** Those of the changed paths that are tests, by the names that hold for this run. */
  readonly test_paths: readonly string[];
  /** Of the mechanical scorers. */
  readonly results: readonly ScorerResult[];
  readonly commands: Readonly<Record<string, CommandEvidence>>;
  /** The stages of the task as they ended, with their commands; absent where there are none. */
  readonly stages?: readonly (Stage & Pick<StageSpec, 'command'>)[];
  /** How the run and the program of the agent ended; absent where the evidence does not say. */
  readonly ending?: RunEnding;
  /** Null where there was no transcript to read. */
  readonly claims: readonly Claim[] | null;
  readonly identity: Pick<Identity, 'agents' | 'models'>;
  /** The paths that changed in each turn, from the first; absent where nobody looked. */
  readonly turn_paths?: readonly (readonly string[])[];
}

export interface RunEnding extends Pick<Run, 'outcome' | 'failure'> {
  readonly agent_exit: AgentExit;
}

export interface JudgedTask {
  readonly instruction: string;
  /** Who gave the instruction: one that came with a transcript is data like the rest of it. */
  readonly instruction_from: 'scenario' | 'transcript';
  /** What was said after it. The instruction is turn 1, the first of these turn 2. */
  readonly turns: readonly string[];
  readonly expected_outcome: 'completion' | 'refusal';
  readonly tracked_constraints: readonly string[];
  readonly rubric: readonly RubricCheck[];
  /** Of scorers of type `llm_judge`. */
  readonly notes: readonly string[];
}

/** Everything the agent was told, turn by turn. */
export const turnsOf = ({ instruction, turns }: Pick<JudgedTask, 'instruction' | 'turns'>): readonly string[] => [
  instruction,
  ...turns,
];
