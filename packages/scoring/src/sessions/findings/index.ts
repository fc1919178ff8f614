import { correctedOften } from './corrected-often.ts';
import { editedOften } from './edited-often.ts';
import { failedCalls } from './failed-calls.ts';
import { falseClaim } from './false-claim.ts';
import type { FindingRule } from './finding-rule.ts';
import { hungCommand } from './hung-command.ts';
import { missingTool } from './missing-tool.ts';
import { rebuiltContext } from './rebuilt-context.ts';
import { repeatedFailure } from './repeated-failure.ts';
import { rereads } from './rereads.ts';
import { riskyCommand } from './risky-command.ts';
import { serviceWait } from './service-wait.ts';
import { undoneWork } from './undone-work.ts';
import { unusedOutputs } from './unused-output.ts';
import { unverifiedChange } from './unverified-change.ts';

/** The kinds of findings. Of findings that cost the same, the earlier kind comes first. */
export const FINDING_RULES: readonly FindingRule[] = [
  falseClaim,
  unverifiedChange,
  correctedOften,
  riskyCommand,
  hungCommand,
  missingTool,
  repeatedFailure,
  failedCalls,
  rereads,
  rebuiltContext,
  unusedOutputs,
  undoneWork,
  editedOften,
  serviceWait,
];
