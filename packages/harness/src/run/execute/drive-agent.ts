import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Scenario, toUsdMicros } from '@assay/schema';
import { textAction } from '../../agents/built-in-action.ts';
import type { AgentRequest, BuiltInAgent, ProcessAgent } from '../../contracts/agent.ts';
import { instant } from '../../contracts/host.ts';
import type { Spent } from '../plan/run-request.ts';
import { emptyTranscriptSummary } from './empty-transcript-summary.ts';
import { proxyVariables } from './open-egress.ts';
import { runAgentTurn, spentIn, type Turn } from './run-agent-turn.ts';
import { runCommand } from './run-command.ts';
import type { RunEnvironment } from './run-environment.ts';

/** Gives instructions to an agent. */
export interface Drive {
  readonly turns: readonly Turn[];
  /** False if the agent cannot take another turn. */
  instruct(instruction: string): Promise<boolean>;
}

/** Drives an agent that is a program. */
export function driveProcess(agent: ProcessAgent, environment: RunEnvironment): Drive {
  const { attempt, context, session, gateway, redactor, program } = environment;
  const { spec, prepared } = attempt;
  const { scenario } = prepared.task;
  const turns: Turn[] = [];
  const said: string[] = [];
  let spent: Spent = { tokens: 0, cost_usd_micros: null };
  let session_id: string | null = null;
  const requestFor = (instruction: string): AgentRequest => ({
    spec,
    instruction,
    turn: turns.length + 1,
    session_id,
    program: program ?? '',
    workspace: session.workspace,
    home: session.home,
    service_url: agent.service === null ? null : session.gateway_url,
    key: environment.credential?.placeholder ?? null,
    max_turns: scenario.limits.turns,
    mcp_servers: { ...scenario.mcp_servers, ...spec.mcp_servers },
  });
  return {
    turns,
    async instruct(instruction) {
      const last = turns.at(-1);
      const timeout_ms = environment.deadline_ms - context.host.now();
      if (last !== undefined && (last.summary.end.status !== 'completed' || last.limit !== null)) return false;
      if (timeout_ms <= 0) return false;
      said.push(instruction);
      // an agent that does not resume sessions gets all earlier instructions again
      const request = requestFor(agent.resumes && session_id !== null ? instruction : said.join('\n\n'));
      if (turns.length === 0) await writeFiles(environment.scratch.home, agent.files(request));
      const turn = await runAgentTurn({
        agent,
        request,
        session,
        gateway,
        closed: environment.closed,
        host: context.host,
        redactor,
        env: { ...proxyVariables(attempt, session), ...environment.env },
        limits: scenario.limits,
        prices: context.prices,
        spent,
        timeout_ms,
        raw: join(attempt.incoming, 'raw'),
        onProgress: (now) => context.onProgress({ kind: 'spent', spent: now }),
        signal: context.signal,
      });
      const { usage, cost_usd } = turn.summary;
      const known = { session_id: null, usage, cost_usd_micros: toUsdMicros(cost_usd) };
      spent = spentIn(spent, { glance: () => known }, agent.totals);
      session_id = turn.summary.session_id ?? session_id;
      turns.push(turn);
      if (turn.fault != null) throw turn.fault;
      return true;
    },
  };
}

/** Drives a built-in agent, which has one turn. */
export function driveBuiltIn(agent: BuiltInAgent, environment: RunEnvironment): Drive {
  const { attempt, context, scratch, session, redactor } = environment;
  const turns: Turn[] = [];
  return {
    turns,
    async instruct(instruction) {
      const { scenario } = attempt.prepared.task;
      // each turn of a task with steps is verified, whoever has it
      const last = hasSteps(scenario) ? scenario.turns.length : 0;
      if (turns.length > last) return false;
      const { spec, prepared } = attempt;
      const at = instant(context.host.now());
      const run = async (command: string, timeout_s = Number.POSITIVE_INFINITY, env: Record<string, string> = {}) => {
        const timeout_ms = Math.min(timeout_s * 1000, environment.deadline_ms - context.host.now());
        const { signal } = context;
        const home = prepared.environment?.image.home;
        const all = { ...(home === undefined ? {} : { HOME: home }), ...env };
        return (await runCommand({ session, command, env: all, timeout_ms, redactor, signal })).evidence;
      };
      const acts = turns.length === 0 || (agent.type === 'oracle' && typeof scenario.oracle === 'object');
      const { entries, failure } = !acts
        ? textAction('Nothing more to do.')
        : await agent.act({
            spec,
            scenario,
            workspace: scratch.workspace,
            base: prepared.loaded.base,
            instruction,
            run: async (command, timeout_s) => (await run(command, timeout_s)).exit_code,
            solve: (script) => run(script.run, undefined, { ...script.env, ASSAY_TURN: String(turns.length + 1) }),
          });
      turns.push({
        entries: [
          { type: 'user', text: instruction, at },
          ...entries.map((entry) => ({ ...entry, at: entry.at ?? at })),
        ],
        // replayed entries have recorded times
        arrivals: entries.filter((entry) => entry.at === undefined || entry.at === null).length,
        ended: null,
        tails: null,
        limit: null,
        summary: {
          ...emptyTranscriptSummary({
            format: 'built-in',
            agent: agent.type,
            end:
              failure === null
                ? { status: 'completed', reason: `${agent.type} finished` }
                : { status: 'failed', reason: failure },
            started_at: at,
            counts: { records: 0, entries: entries.length, unknown: 0, repaired: 0 },
          }),
          interactions: [],
        },
      });
      return true;
    },
  };
}

const hasSteps = ({ scorers }: Scenario): boolean =>
  scorers.some((spec) => spec.type === 'reward' && 'turn' in spec && spec.turn !== undefined);

async function writeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
}
