import type { FailureClass } from '@assay/schema';
import { ACP_AGENTS, ACP_AGENTS_DATED, type AcpAgent } from '../packages/harness/src/agents/acp-agents.ts';
import { CHEATS } from '../packages/harness/src/agents/cheats/index.ts';
import { AGENTS } from '../packages/harness/src/agents/index.ts';
import { MANNERS } from '../packages/harness/src/agents/manners/index.ts';
import type { AgentRequest, ProcessAgent } from '../packages/harness/src/contracts/agent.ts';
import { FAILURE_CLASSES } from '../packages/harness/src/run/outcome/failure-classes.ts';

// a new class does not compile without its meaning
const MEANINGS: Readonly<Record<FailureClass, string>> = {
  stage_failed: 'A stage still failed after its last attempt.',
  agent_stopped: 'The agent reported that it failed, or left neither a change nor an answer.',
  agent_crashed: 'The agent ended before it reported how, or failed without a message.',
  agent_no_activity: 'The agent exited successfully without any output or action.',
  agent_unavailable: "The agent's program was not found, or could not be started.",
  tools_denied: 'The agent ended because it was not allowed to use its tools.',
  model_unavailable:
    'The model service was never reached, stopped answering, or answered last with 408, 409, 425, 429 or 500 and above.',
  model_refused:
    'The last answer of the model service was 401, 402, 403, 404, 407 or 413, or reported an empty account or a prompt that is too long.',
  time_exceeded: '`limits.wall_s` was reached.',
  budget_exceeded: "`limits.tokens` or `limits.cost_usd` was reached, or the agent's own limit of this kind.",
  turns_exceeded: "`limits.turns` was reached, or the agent's own limit of this kind.",
  memory_exceeded: '`limits.memory_mb` was reached; without control groups, `limits.pids` too.',
  disk_exceeded: '`limits.disk_mb` was reached.',
  output_exceeded: 'The agent printed more than 256 MiB.',
  seed_failed: 'The files, skills or artifacts of the task could not be copied into the workspace.',
  setup_failed: '`setup` did not exit with 0.',
  environment_missing:
    'The dependencies of the task are not installed on this machine; `assay env build` installs them.',
  sandbox_unavailable: 'The sandbox cannot be used on this machine.',
  sandbox_lost: 'The sandbox or the gateway broke before or during the run.',
  snapshot_failed: 'The files of the workspace could not be read or stored.',
  grader_error: 'A scorer command could not be run, or grading the run failed.',
  disk_full: 'The disk that holds the runs or the workspaces is full, or a quota is used up.',
  internal_error: 'The harness itself failed: a bug. The evidence recorded until then is kept.',
  interrupted: 'Someone stopped the run.',
};

/** Why a run did not complete, who is responsible, and whether it is retried. */
export function renderFailureClasses(): string {
  const rows = Object.entries(FAILURE_CLASSES).map(
    ([name, { side, retried }]) =>
      `| \`${name}\` | ${side} | ${retried ? 'yes' : 'no'} | ${MEANINGS[name as FailureClass]} |`,
  );
  return `# Failure classes

A run that did not complete has one class and one side. Only the side \`agent\` counts against the agent; a run with any other side has no score and counts in no rate. See [runs](../run.md).

| Class | Side | Retried | Meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** Every agent with its settings, commands, model service and sessions; then the cheats. */
export function renderAgents(): string {
  const programs = AGENTS.filter((agent): agent is ProcessAgent => agent.kind === 'process');
  return `# Agents

Values of \`--agent\` and of \`agents\` in the configuration. How to use them: [agents](../agents.md).

| Type | Agent | Settings |
|---|---|---|
${AGENTS.map(({ type, title, honors }) => `| \`${type}\` | ${title} | ${listCode(honors) || 'none'} |`).join('\n')}

${programs.filter(hasProgram).map(renderProgram).join('\n')}
## Agents that speak the Agent Client Protocol

\`acp:NAME\`, or \`{ type: acp, agent: NAME }\`. Launch commands as of ${ACP_AGENTS_DATED}.

| Name | Agent | Launch command | Key | Install |
|---|---|---|---|---|
${ACP_AGENTS.map(renderAcpRow).join('\n')}

Agents with a key in this table use the gateway as their model service. Assay configures no model service for the others.

## Ways to solve a task

\`oracle\` applies the known solution. \`oracle:NAME\`, or \`{ type: oracle, manner: NAME }\`, does so in another honest way.

| Name | What it does |
|---|---|
${MANNERS.map(({ id, title }) => `| \`${id}\` | ${title} |`).join('\n')}

## Cheats

\`cheat:NAME\`, or \`{ type: cheat, cheat: NAME }\`.

| Name | What it does | Requires |
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
    ['Install', `\`${install}\``],
    ['Model service', service === null ? 'none' : `\`${service.url}\`, or the value of \`${service.url_env}\``],
    ['API key', listCode(service?.key_envs ?? []) || 'none'],
    ['Later turns', agent.resumes ? 'resume the session' : 'start a new session with all instructions so far'],
    ['Transcript', format === null ? 'plain text' : `\`${format}\``],
    ['Skills folder', skills_folder === null ? 'none' : `\`~/${skills_folder}\``],
    ['Files that Assay writes', listCode(written.map((path) => `~/${path}`)) || 'none'],
    ['Stored sessions', listCode(sessions.map((path) => `~/${path}`)) || 'not kept'],
  ];
  return `## ${title}: \`${type}\`

\`\`\`text
${first.command.join(' ')}
${later.command.join(' ')}
\`\`\`

The first turn and a later turn. The agent reads the instruction from standard input. Environment:

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
