import type { FailureClass, FailureSide } from '@assay/schema';

interface ClassDefinition {
  readonly side: FailureSide;
  /** Whether a retry may succeed. Never true for the agent's own failures. */
  readonly retried: boolean;
}

/** Who is responsible for each failure. Only the agent's own count against it. */
export const FAILURE_CLASSES: Readonly<Record<FailureClass, ClassDefinition>> = {
  stage_failed: { side: 'agent', retried: false },
  agent_stopped: { side: 'agent', retried: false },
  agent_crashed: { side: 'agent', retried: false },
  time_exceeded: { side: 'agent', retried: false },
  budget_exceeded: { side: 'agent', retried: false },
  turns_exceeded: { side: 'agent', retried: false },
  memory_exceeded: { side: 'agent', retried: false },
  disk_exceeded: { side: 'agent', retried: false },
  output_exceeded: { side: 'agent', retried: false },
  // a silent agent whose model answered; if the model was never reached, it is `model_unavailable`
  agent_no_activity: { side: 'agent', retried: false },
  agent_unavailable: { side: 'environment', retried: false },
  // only the agent's own output says so
  tools_denied: { side: 'agent', retried: false },
  // an unknown model, invalid key, empty account or too long prompt does not change
  model_refused: { side: 'environment', retried: false },
  model_unavailable: { side: 'environment', retried: true },
  seed_failed: { side: 'task', retried: false },
  setup_failed: { side: 'environment', retried: true },
  environment_missing: { side: 'environment', retried: false },
  sandbox_unavailable: { side: 'environment', retried: false },
  sandbox_lost: { side: 'environment', retried: true },
  snapshot_failed: { side: 'harness', retried: true },
  grader_error: { side: 'harness', retried: true },
  // a retry helps neither against a full disk nor a defect
  disk_full: { side: 'environment', retried: false },
  internal_error: { side: 'harness', retried: false },
  interrupted: { side: 'harness', retried: false },
};
