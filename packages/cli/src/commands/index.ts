import type { Command } from '../command.ts';

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'grade',
    summary: 'show what happened in agent sessions you already have, and what it cost, offline',
    load: () => import('./grade/index.ts'),
  },
  {
    name: 'patterns',
    summary: 'find what recurs over sessions, with its cost',
    load: () => import('./patterns.ts'),
  },
  {
    name: 'run',
    summary: 'run agents on tasks in a sandbox and grade the results',
    graceful: true,
    load: () => import('./run.ts'),
  },
  {
    name: 'regrade',
    summary: 'grade stored runs again with other scorers, another judge or another formula',
    graceful: true,
    load: () => import('./regrade.ts'),
  },
  {
    name: 'judge',
    summary: 'compare a judge with people and with its earlier verdicts',
    graceful: true,
    load: () => import('./judge/index.ts'),
  },
  {
    name: 'compare',
    summary: 'decide whether a candidate is better than a baseline, worse, or neither',
    graceful: true,
    load: () => import('./compare/index.ts'),
  },
  {
    name: 'aa',
    summary: 'compare a configuration with itself to measure the false-alarm rate',
    graceful: true,
    load: () => import('./aa.ts'),
  },
  {
    name: 'promote',
    summary: 'open a pull request if a candidate configuration is better than its baseline',
    graceful: true,
    load: () => import('./promote/index.ts'),
  },
  {
    name: 'compete',
    summary: 'run several agents on the same task and propose the best change',
    graceful: true,
    load: () => import('./compete.ts'),
  },
  {
    name: 'report',
    summary: 'show stored runs or a comparison as HTML, Markdown, JUnit or JSON',
    load: () => import('./report.ts'),
  },
  {
    name: 'check',
    summary: 'check a change for skipped, weakened or bypassed tests, and for secrets',
    graceful: true,
    load: () => import('./check.ts'),
  },
  {
    name: 'hook',
    summary: 'stop an agent that weakened tests or claims what did not happen, before it ends',
    load: () => import('./hook/index.ts'),
  },
  {
    name: 'serve',
    summary: 'serve the dashboard and the REST API',
    graceful: true,
    load: () => import('./serve/index.ts'),
  },
  {
    name: 'worker',
    summary: "execute the server's queued runs on this machine",
    own_interrupts: true,
    load: () => import('./worker/index.ts'),
  },
  {
    name: 'login',
    summary: 'store the address of a server and a key for it',
    load: () => import('./login.ts'),
  },
  {
    name: 'otel',
    summary: 'print the settings with which agents send their sessions to a server while they work',
    load: () => import('./otel.ts'),
  },
  {
    name: 'push',
    summary: 'send runs, sessions, comparisons and proofs to a server',
    graceful: true,
    load: () => import('./push.ts'),
  },
  {
    name: 'evaluate',
    summary: 'evaluate one output of an agent and count it toward its reputation',
    load: () => import('./evaluate/index.ts'),
  },
  {
    name: 'reputation',
    summary: 'show the reputation of an agent: score, confidence and components',
    load: () => import('./reputation/index.ts'),
  },
  {
    name: 'verify',
    summary: 'verify an attestation of a reputation or a grade, offline',
    load: () => import('./verify/index.ts'),
  },
  {
    name: 'proxy',
    summary: 'proxy an MCP server and evaluate every tool call',
    graceful: true,
    load: () => import('./proxy.ts'),
  },
  {
    name: 'mcp',
    summary: 'run Assay as an MCP server: grade sessions, read scores and reputations, run scenarios',
    graceful: true,
    load: () => import('./mcp.ts'),
  },
  {
    name: 'key',
    summary: 'create, list and revoke keys of the REST API',
    load: () => import('./key/index.ts'),
  },
  {
    name: 'org',
    summary: 'manage the organizations of a server and their members',
    load: () => import('./org/index.ts'),
  },
  {
    name: 'signing-key',
    summary: 'list, rotate, revoke and export the keys that sign',
    load: () => import('./signing-key.ts'),
  },
  {
    name: 'backup',
    summary: 'write everything a server has stored to one file, while it runs',
    graceful: true,
    load: () => import('./backup.ts'),
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty database',
    graceful: true,
    load: () => import('./restore.ts'),
  },
  {
    name: 'blobs',
    summary: 'move the stored contents of a server to a folder, an object store or the database, and check them',
    graceful: true,
    load: () => import('./blobs.ts'),
  },
  {
    name: 'init',
    summary: 'write a first scenario for the current repository and prove it',
    graceful: true,
    load: () => import('./init.ts'),
  },
  {
    name: 'mine',
    summary: "turn the repository's own history into proven tasks",
    graceful: true,
    load: () => import('./mine/index.ts'),
  },
  {
    name: 'env',
    summary: 'install, list and remove the dependencies of mined tasks',
    graceful: true,
    load: () => import('./env.ts'),
  },
  {
    name: 'import',
    summary: 'turn tasks of other tools into scenarios: Harbor, evals.json, plugin evals, SWE-bench',
    load: () => import('./import.ts'),
  },
  {
    name: 'export',
    summary: 'write scenarios as Harbor tasks, or everything that an organization owns',
    graceful: true,
    load: () => import('./export/index.ts'),
  },
  {
    name: 'prove',
    summary: 'find tasks that doing nothing or a cheat passes, or that their solution fails',
    graceful: true,
    load: () => import('./prove.ts'),
  },
  {
    name: 'clean',
    summary: 'remove the container images that were built for tasks',
    load: () => import('./clean.ts'),
  },
  {
    name: 'doctor',
    summary: 'show what is installed, what is missing, and how to get it',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'transcript',
    summary: 'print any supported transcript in the common format, as JSON',
    load: () => import('./transcript.ts'),
  },
  {
    name: 'prices',
    summary: 'show and import the model prices that are used if a session reports no cost',
    load: () => import('./prices.ts'),
  },
  {
    name: 'score',
    summary: 'compute a formula on JSON from stdin',
    load: () => import('./score.ts'),
  },
];
