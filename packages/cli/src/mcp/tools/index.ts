import type { McpTool } from '../tool.ts';
import { checkSession } from './check-session.ts';
import { gradeSession } from './grade-session.ts';
import { readReputation } from './read-reputation.ts';
import { readScore } from './read-score.ts';
import { runScenario } from './run-scenario.ts';

/** The tools, in the order that clients list them. */
export const TOOLS: readonly McpTool[] = [gradeSession, readScore, readReputation, runScenario, checkSession];
