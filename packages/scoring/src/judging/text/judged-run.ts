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
import type { Identity } from './anonymize.ts';

/** The input of a question about a run. */
export interface JudgedRun {
  readonly task: JudgedTask;
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
  /** The change as written by git; null for a run without a workspace. */
  readonly diff: string | null;
  readonly changed_paths: readonly ChangedPath[];
  /** The changed paths that are tests, by the naming rules of this run. */
  readonly test_paths: readonly string[];
  /** Results of the mechanical scorers. */
  readonly results: readonly ScorerResult[];
  readonly commands: Readonly<Record<string, CommandEvidence>>;
  /** The stages of the task with their commands and results; absent when there are none. */
  readonly stages?: readonly (Stage & Pick<StageSpec, 'command'>)[];
  /** How the run and the agent's program ended; absent when the evidence does not say. */
  readonly ending?: RunEnding;
  /** Null when there was no transcript. */
  readonly claims: readonly Claim[] | null;
  readonly identity: Pick<Identity, 'agents' | 'models'>;
  /** The changed paths of each turn, from the first; absent when not recorded. */
  readonly turn_paths?: readonly (readonly string[])[];
}

export interface RunEnding extends Pick<Run, 'outcome' | 'failure'> {
  readonly agent_exit: AgentExit;
}

export interface JudgedTask {
  readonly instruction: string;
  /** Who gave the instruction. One from a transcript is untrusted data. */
  readonly instruction_from: 'scenario' | 'transcript';
  /** Later user messages. The instruction is turn 1, the first of these is turn 2. */
  readonly turns: readonly string[];
  readonly expected_outcome: 'completion' | 'refusal';
  readonly tracked_constraints: readonly string[];
  readonly rubric: readonly RubricCheck[];
  /** Notes of scorers of type `llm_judge`. */
  readonly notes: readonly string[];
}

/** All user messages, turn by turn. */
export const listTurns = ({ instruction, turns }: Pick<JudgedTask, 'instruction' | 'turns'>): readonly string[] => [
  instruction,
  ...turns,
];
