import { pick } from '../pick.ts';
import { runAssay } from '../run-assay.ts';
import type { McpTool } from '../tool.ts';

const TOLD = [
  'source',
  'format',
  'agent',
  'model',
  'session_id',
  'verification',
  'verification_reason',
  'end',
  'requests',
  'findings',
  'waste',
  'scorecard',
  'axis',
  'insights',
  'gates',
  'usage',
  'cost_usd',
  'wall_ms',
  'interactions',
  'judge',
  'warnings',
] as const;

/** Grades a session with `assay grade`, without a model. */
export const gradeSession: McpTool = {
  name: 'grade_session',
  title: 'Grade a session',
  description:
    'Shows what happened in a coding-agent session, offline: what checked the last change, requests, findings, waste, usage and cost. Default: the newest session on this machine.',
  input: {
    path: {
      type: 'string',
      description: 'Path of the transcript as the agent wrote it (default: the newest session).',
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ path }, context) {
    const args = path === undefined ? ['--limit', '1'] : ['--', String(path)];
    const { runs, skipped } = (await runAssay(['grade', '--json', ...args], context)) as {
      runs: object[];
      skipped: unknown;
    };
    return { runs: runs.map((run) => pick(run, TOLD)), skipped };
  },
};
