import type { Command } from '../command.ts';

/** The commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'grade',
    summary: 'grade agent sessions you already have, offline; with no path the latest on this machine',
    load: () => import('./grade.ts'),
  },
  {
    name: 'run',
    summary: 'give agents tasks in a sandbox, and grade what they did',
    graceful: true,
    load: () => import('./run.ts'),
  },
  {
    name: 'regrade',
    summary: 'grade runs again from what they left behind, with other scorers, another judge or formula',
    graceful: true,
    load: () => import('./regrade.ts'),
  },
  {
    name: 'judge',
    summary: 'compare a judge with people, and with what it said before',
    graceful: true,
    load: () => import('./judge/index.ts'),
  },
  {
    name: 'compare',
    summary: 'whether a candidate is better than a baseline, no different, or worse',
    graceful: true,
    load: () => import('./compare/index.ts'),
  },
  {
    name: 'aa',
    summary: 'compare a configuration with itself, and measure the false alarms of a suite',
    graceful: true,
    load: () => import('./aa.ts'),
  },
  {
    name: 'promote',
    summary: 'open a pull request with the artifacts of a candidate that is better than its baseline',
    graceful: true,
    load: () => import('./promote/index.ts'),
  },
  {
    name: 'compete',
    summary: 'give several agents the same task, and propose the change of the best',
    graceful: true,
    load: () => import('./compete.ts'),
  },
  {
    name: 'report',
    summary: 'show runs that were made before, or a comparison, as a page, Markdown, JUnit or JSON',
    load: () => import('./report.ts'),
  },
  {
    name: 'check',
    summary: 'look at a change for tests that were skipped, weakened or worked around, and for secrets',
    graceful: true,
    load: () => import('./check.ts'),
  },
  {
    name: 'serve',
    summary: 'serve the dashboard and the REST API',
    graceful: true,
    load: () => import('./serve/index.ts'),
  },
  {
    name: 'worker',
    summary: 'execute the runs that are asked of the server, on this machine',
    own_interrupts: true,
    load: () => import('./worker/index.ts'),
  },
  {
    name: 'evaluate',
    summary: 'hold one output of an agent against checks, and count it for its reputation',
    load: () => import('./evaluate/index.ts'),
  },
  {
    name: 'reputation',
    summary: 'the reputation of an agent: its score, how sure it is, and what it is made of',
    load: () => import('./reputation/index.ts'),
  },
  {
    name: 'verify',
    summary: 'check an attestation of a reputation or a grade, offline',
    load: () => import('./verify/index.ts'),
  },
  {
    name: 'proxy',
    summary: 'an MCP server behind the proxy: every call of a tool becomes an evaluation',
    graceful: true,
    load: () => import('./proxy.ts'),
  },
  {
    name: 'mcp',
    summary: 'Assay itself as an MCP server: grade a session, read a score or a reputation, run a scenario',
    graceful: true,
    load: () => import('./mcp.ts'),
  },
  {
    name: 'key',
    summary: 'make, list and revoke keys of the REST API',
    load: () => import('./key/index.ts'),
  },
  {
    name: 'signing-key',
    summary: 'list, rotate and revoke the keys that attestations are signed with',
    load: () => import('./signing-key.ts'),
  },
  {
    name: 'init',
    summary: 'write a first scenario for the repository it is run in, and prove it',
    graceful: true,
    load: () => import('./init.ts'),
  },
  {
    name: 'doctor',
    summary: 'what is installed, what is missing, and how to get it',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'transcript',
    summary: 'any supported transcript in the common form, as JSON',
    load: () => import('./transcript.ts'),
  },
  {
    name: 'score',
    summary: 'compute a formula on JSON from stdin; an array gives an array',
    load: () => import('./score.ts'),
  },
];
