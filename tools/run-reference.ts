import type { FailureClass } from '@assay/schema';
import { ACP_AGENTS, ACP_AGENTS_DATED, type AcpAgent } from '../packages/harness/src/agents/acp-agents.ts';
import { CHEATS } from '../packages/harness/src/agents/cheats/index.ts';
import { AGENTS } from '../packages/harness/src/agents/index.ts';
import type { AgentRequest, ProcessAgent } from '../packages/harness/src/contracts/agent.ts';
import { FAILURE_CLASSES } from '../packages/harness/src/run/outcome/failure-classes.ts';

// the type keeps it whole: a new class does not compile without its sentence
const MEANINGS: Readonly<Record<FailureClass, string>> = {
  stage_failed: 'A stage still failed after its last attempt.',
  agent_stopped: 'The agent said that it failed, or left neither a change nor an answer.',
  agent_crashed: 'The agent was gone before it said how it ended, or failed without a word.',
  agent_no_activity: 'The agent ended well and said and did nothing at all.',
  agent_unavailable: "The agent's program was not found, or could not be started.",
  tools_denied: 'The agent ended because it was not allowed to use its tools.',
  model_unavailable:
    'The model service was never reached, stopped answering, or answered last with 408, 409, 425, 429 or 500 and above.',
  model_refused:
    'The last answer of the model service was 401, 402, 403, 404, 407 or 413, or said that the account is empty or the prompt too long.',
  time_exceeded: '`limits.wall_s` was reached.',
  budget_exceeded: '`limits.tokens` or `limits.cost_usd` was reached, or a limit of the agent of this kind.',
  turns_exceeded: '`limits.turns` was reached, or a limit of the agent of this kind.',
  memory_exceeded: '`limits.memory_mb` was reached; without control groups, `limits.pids` too.',
  disk_exceeded: '`limits.disk_mb` was reached.',
  output_exceeded: 'The agent printed more than 256 MiB.',
  seed_failed: 'The files of the task, its skills or its artifacts could not be put into the workspace.',
  setup_failed: '`setup` did not exit with 0.',
  sandbox_unavailable: 'The sandbox cannot be used on this machine.',
  sandbox_lost: 'The sandbox or the gateway broke before or during the run.',
  snapshot_failed: 'The files of the workspace could not be read or stored.',
  grader_error: 'A command of a scorer could not be run, or grading the run failed.',
  disk_full: 'The disk that holds the runs or the workspaces is full, or a quota is used up.',
  internal_error: 'The harness itself failed: a defect. What had been seen of the run is kept.',
  interrupted: 'Somebody stopped the run.',
};

/** Why a run did not complete, whose that is, and whether it is tried again. */
export function renderFailureClasses(): string {
  const rows = Object.entries(FAILURE_CLASSES).map(
    ([name, { side, retried }]) =>
      `| \`${name}\` | ${side} | ${retried ? 'yes' : 'no'} | ${MEANINGS[name as FailureClass]} |`,
  );
  return `# Failure classes

A run that did not complete has one class and one side. Only the side \`agent\` counts against the agent; a run of any other side has no score and is in no rate. See [how a run goes](../run.md).

| Class | Side | Tried again | Means |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** Every agent: what it honours, how it is started, where its model and its sessions are; then the cheats. */
export function renderAgents(): string {
  const programs = AGENTS.filter((agent): agent is ProcessAgent => agent.kind === 'process');
  return `# Agents

What \`--agent\` and \`agents\` of the configuration take, from the code. How to use them: [agents](../agents.md).

| Type | Is | Honours |
|---|---|---|
${AGENTS.map(({ type, title, honours }) => `| \`${type}\` | ${title} | ${listCode(honours) || 'nothing'} |`).join('\n')}

${programs.filter(hasProgram).map(renderProgram).join('\n')}
## Agents that speak the Agent Client Protocol

\`acp:NAME\`, or \`{ type: acp, agent: NAME }\`. Launch lines as of ${ACP_AGENTS_DATED}.

| Name | Agent | Launch line | Key | Get it |
|---|---|---|---|---|
${ACP_AGENTS.map(renderAcpRow).join('\n')}

Agents with a key in this table are given the gateway as their model service. The others are told nothing about one.

## Cheats

\`cheat:NAME\`, or \`{ type: cheat, cheat: NAME }\`.

| Name | Does | Needs |
|---|---|---|
${CHEATS.map(({ id, title, needs }) => `| \`${id}\` | ${title} | ${needs} |`).join('\n')}
`;
}

const listCode = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const hasProgram = (agent: ProcessAgent): boolean => agent.program(SPEC) !== null;

const SPEC: AgentRequest['spec'] = {
  id: 'example',
  type: 'example',
  model: 'MODEL',
  flags: ['FLAGS'],
  env: [],
  mcp_servers: {},
  skills: [],
};

const requestFor = (agent: ProcessAgent, session_id: string | null): AgentRequest => ({
  spec: SPEC,
  instruction: 'INSTRUCTION',
  turn: session_id === null ? 1 : 2,
  session_id,
  program: agent.program(SPEC) ?? '',
  workspace: '/workspace',
  home: '~',
  service_url: 'GATEWAY',
  key: 'PLACEHOLDER',
  max_turns: null,
  mcp_servers: {},
});

function renderProgram(agent: ProcessAgent): string {
  const { title, type, install, service, format, skills_folder, sessions } = agent;
  const [first, later] = [agent.launch(requestFor(agent, null)), agent.launch(requestFor(agent, 'SESSION'))];
  const written = Object.keys(agent.files(requestFor(agent, null)));
  const facts = [
    ['Get it', `\`${install}\``],
    ['Model service', service === null ? 'none' : `\`${service.url}\`, or what \`${service.url_env}\` says`],
    ['Key of the operator', listCode(service?.key_envs ?? []) || 'none'],
    ['Later turns', agent.resumes ? 'resume the session' : 'start anew, with all that was said'],
    ['Transcript', format === null ? 'plain text' : `\`${format}\``],
    ['Skills go to', skills_folder === null ? 'nowhere' : `\`~/${skills_folder}\``],
    ['Files written for it', listCode(written.map((path) => `~/${path}`)) || 'none'],
    ['Its own sessions', listCode(sessions.map((path) => `~/${path}`)) || 'not kept'],
  ];
  return `## ${title}: \`${type}\`

\`\`\`text
${first.command.join(' ')}
${later.command.join(' ')}
\`\`\`

The first turn and a later one; the instruction is on standard input. The environment:

\`\`\`text
${formatEnvironment(first.env)}
\`\`\`

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}

const formatEnvironment = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

function renderAcpRow({ id, title, program, args, env = {}, install, service }: AcpAgent): string {
  const line = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), program, ...args].join(' ');
  const get = install.startsWith('https://') ? `<${install}>` : `\`${install}\``;
  return `| \`${id}\` | ${title} | \`${line}\` | ${listCode(service?.key_envs ?? []) || '–'} | ${get} |`;
}
