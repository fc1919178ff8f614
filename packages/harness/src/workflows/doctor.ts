import { findGrammarInstall } from '@assay/detect';
import { ACP_AGENTS } from '../agents/acp-agents.ts';
import { AGENTS } from '../agents/index.ts';
import type { ProcessAgent } from '../contracts/agent.ts';
import type { Host } from '../contracts/host.ts';
import { AVAILABLE } from '../judge/choose-judge.ts';
import { explainCgroupsUnavailable } from '../machine/processes/cgroup.ts';
import { findProgram } from '../machine/processes/find-program.ts';
import { createSandboxes } from '../machine/sandboxes/index.ts';

/** A tool that Assay can use, and whether it is installed. */
export interface MachineCheck {
  readonly group: 'needed' | 'sandbox' | 'agent' | 'judge';
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** How to install it; null if it is. */
  readonly fix: string | null;
}

/** Checks what is installed, what is missing and how to install it. Starts no agent. */
export async function checkMachine(host: Host): Promise<readonly MachineCheck[]> {
  return [
    ...(await examineTools(host)),
    ...(await examineSandboxes()),
    ...(await examineAgents(host)),
    ...(await examineJudges(host)),
  ];
}

async function examineTools(host: Host): Promise<MachineCheck[]> {
  const tools = [
    { name: 'git', why: 'workspaces and patches', fix: 'install git with your package manager' },
    { name: 'bash', why: 'stages and command scorers', fix: 'install bash with your package manager' },
  ];
  const node: MachineCheck = { group: 'needed', name: 'node', ok: true, detail: process.version, fix: null };
  const found = tools.map(async ({ name, why, fix }): Promise<MachineCheck> => {
    const program = await findProgram(name, host.environment['PATH'] ?? '');
    return program === undefined
      ? { group: 'needed', name, ok: false, detail: `needed for ${why}`, fix }
      : { group: 'needed', name, ok: true, detail: program.path, fix: null };
  });
  return [node, ...(await Promise.all(found)), examineGrammars()];
}

function examineGrammars(): MachineCheck {
  const fix = findGrammarInstall() ?? null;
  const detail = fix === null ? 'installed' : 'needed for the tests of a change';
  return { group: 'needed', name: 'grammars', ok: fix === null, detail, fix };
}

async function examineSandboxes(): Promise<MachineCheck[]> {
  const sandboxes = createSandboxes({ readable: [] }).filter(({ isolated }) => isolated);
  const findings = sandboxes.map(async (sandbox): Promise<MachineCheck> => {
    const obstacle = await sandbox.findObstacle();
    return obstacle === undefined
      ? { group: 'sandbox', name: sandbox.id, ok: true, detail: sandbox.title, fix: null }
      : { group: 'sandbox', name: sandbox.id, ok: false, detail: sandbox.title, fix: obstacle };
  });
  const limits = await explainCgroupsUnavailable();
  return [
    ...(await Promise.all(findings)),
    {
      group: 'sandbox',
      name: 'cgroups',
      ok: limits === undefined,
      detail:
        limits === undefined
          ? 'memory, CPU and processes are limited and measured'
          : 'limits fall back to rlimits; resource use is not measured',
      fix: limits ?? null,
    },
  ];
}

async function examineJudges(host: Host): Promise<MachineCheck[]> {
  const found = AVAILABLE.map(async ({ use, find, fix }): Promise<MachineCheck> => {
    const detail = await find(host);
    return {
      group: 'judge',
      name: use,
      ok: detail !== null,
      detail: detail ?? 'not found',
      fix: detail === null ? fix : null,
    };
  });
  const rules: MachineCheck = {
    group: 'judge',
    name: 'heuristic',
    ok: true,
    detail: 'rules, offline; no verdict',
    fix: null,
  };
  return [...(await Promise.all(found)), rules];
}

async function examineAgents(host: Host): Promise<MachineCheck[]> {
  const path = host.environment['PATH'] ?? '';
  const programs = AGENTS.filter((agent): agent is ProcessAgent => agent.kind === 'process').flatMap((agent) => {
    const program = agent.program({
      id: agent.type,
      type: agent.type,
      flags: [],
      env: [],
      mcp_servers: {},
      skills: [],
    });
    return program === null
      ? []
      : [{ name: agent.type, program, install: agent.install, keys: agent.service?.key_envs ?? [] }];
  });
  const speakers = ACP_AGENTS.map(({ id, program, install }) => ({ name: `acp:${id}`, program, install, keys: [] }));
  const findings = [...programs, ...speakers].map(async ({ name, program, install, keys }): Promise<MachineCheck> => {
    const found = await findProgram(program, path);
    if (found === undefined)
      return { group: 'agent', name, ok: false, detail: `${program} is not on PATH`, fix: install };
    const key = keys.find((variable) => host.environment[variable]);
    const login =
      keys.length === 0 ? '' : key === undefined ? `; no key: set ${keys.join(' or ')}` : `; key from ${key}`;
    return { group: 'agent', name, ok: true, detail: `${found.path}${login}`, fix: null };
  });
  return await Promise.all(findings);
}
