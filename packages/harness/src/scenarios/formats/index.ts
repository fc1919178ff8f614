import { agentEval } from './agent-eval.ts';
import { evalsJson } from './evals-json.ts';
import { harbor } from './harbor.ts';
import { pluginEval } from './plugin-eval.ts';
import { sweBench } from './swe-bench.ts';
import type { TaskFormat } from './task-format.ts';

/** Every format that can be imported; the first that finds a task is used. */
export const FORMATS: readonly TaskFormat[] = [harbor, pluginEval, evalsJson, agentEval, sweBench];
