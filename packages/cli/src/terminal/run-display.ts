import type { Cell, Planned, Proving, RunEvents } from '@assay/harness';
import type { Proof, RunResult } from '@assay/schema';
import { formatDuration, onOneLine } from './format.ts';
import { startLiveRows } from './live-rows.ts';

/** Progress of runs: on a terminal one line per running run, otherwise a line when a run starts and ends. */
export interface RunDisplay {
  readonly events: RunEvents;
  /** Prints a permanent line above the live rows. */
  say(text: string): void;
  end(): void;
}

interface Line {
  readonly name: string;
  readonly started_ms: number;
  step: string;
  tokens: number;
  cost_usd_micros: number | null;
}

/** The ranking so far, shown with the runs. */
export interface LiveRanking {
  /** Rows for a terminal, where they are redrawn. */
  draw(finished: readonly RunResult[]): readonly string[];
  /** Without a terminal: one line after each run. */
  say(finished: readonly RunResult[]): string;
}

const REDRAW_MS = 120;

export function createRunDisplay({ dry_run, standing }: { dry_run: boolean; standing?: LiveRanking }): RunDisplay {
  const live = process.stderr.isTTY === true;
  const lines = new Map<Cell, Line>();
  const finished: RunResult[] = [];
  let plan: Planned | undefined;
  let began_ms = performance.now();
  let proving: Proving | undefined;
  let proving_ms = 0;
  let missed = 0;
  let standings: readonly string[] = [];

  const listRows = (): string[] => {
    const rows = [...lines.values()].map(drawLine);
    if (proving !== undefined) rows.push(drawProving(proving, performance.now() - proving_ms));
    else if (plan !== undefined && !dry_run)
      rows.push(...standings, drawTotals(plan, { finished, missed, elapsed_ms: performance.now() - began_ms }));
    return rows;
  };
  const { say, end } = startLiveRows(listRows, REDRAW_MS);

  return {
    say,
    events: {
      planned: (planned) => {
        // a second stage uses the same judge, so it is not announced again
        const judge = plan?.judge === planned.judge ? [] : [planned.judge];
        plan = planned;
        standings = standing?.draw(finished) ?? [];
        for (const remark of planned.remarks) say(`! ${remark}`);
        for (const text of judge) say(text);
        if (dry_run) for (const text of describePlan(planned)) say(text);
      },
      proving: (now) => {
        const began = proving === undefined;
        if (began) proving_ms = performance.now();
        proving = now;
        if (began && !live) say(`proving ${now.scenario} (${now.at} of ${now.of})`);
      },
      proved: (scenario, proof) => {
        const elapsed_ms = performance.now() - proving_ms;
        if (proving !== undefined && proof.proven && !live) say(`${scenario}: proven, ${formatDuration(elapsed_ms)}`);
        proving = undefined;
        began_ms = performance.now();
        if (!proof.proven) say(`! ${scenario} ${sayUnproven(proof)}`);
      },
      started: (cell) => {
        lines.set(cell, {
          name: nameOf(cell),
          started_ms: performance.now(),
          step: 'waiting',
          tokens: 0,
          cost_usd_micros: null,
        });
        if (!live) say(`${nameOf(cell)}: started`);
      },
      progressed: (cell, progress) => {
        const line = lines.get(cell);
        if (line === undefined) return;
        if (progress.kind === 'step') line.step = progress.step;
        else if (progress.kind === 'spent') Object.assign(line, progress.spent);
        else say(`! ${line.name}: retrying, ${progress.reason}`);
      },
      finished: (result) => {
        const ended = [...lines].find(([, { name }]) => name === keyOf(result) || name === sideKeyOf(result));
        if (ended !== undefined) lines.delete(ended[0]);
        finished.push(result);
        standings = standing?.draw(finished) ?? [];
        if (live) return;
        say(`${ended?.[1].name ?? keyOf(result)}: ${describe(result)}`);
        if (standing !== undefined) say(standing.say(finished));
      },
      // the reason is printed with the results
      missed: ({ cell }) => {
        lines.delete(cell);
        missed += 1;
      },
    },
    end,
  };
}

const nameOf = ({ prepared, spec, repeat, label }: Cell): string =>
  `${prepared.task.scenario.name} · ${spec.id} · ${repeat}${label === undefined ? '' : ` · ${sideOf(label)}`}`;

function drawProving({ scenario, at, of, trials_done, trials }: Proving, elapsed_ms: number): string {
  const name = `${scenario} (${at} of ${of})`;
  return ['▸', 'proving', name, `${trials_done} of ${trials} trials`, formatDuration(elapsed_ms)].join('  ');
}

const sayUnproven = ({ tried, reason }: Proof): string =>
  tried ? `is unproven: ${reason}` : `could not be proven: ${reason}. The next run tries again.`;

const keyOf = ({ scenario, agent, repeat }: RunResult): string => `${scenario} · ${agent} · ${repeat}`;

const sideKeyOf = (result: RunResult): string => `${keyOf(result)} · ${sideOf(result.label ?? '')}`;

// the label of a compared run is the comparison id and its side
const sideOf = (label: string): string => label.slice(label.indexOf('/') + 1);

const describe = ({ result, result_reason, wall_ms }: RunResult): string =>
  `${result}, ${formatDuration(wall_ms)} (${onOneLine(result_reason.message)})`;

function drawLine({ name, started_ms, step, tokens, cost_usd_micros }: Line): string {
  const used = [
    tokens > 0 ? `${tokens} tokens` : '',
    cost_usd_micros === null ? '' : `$${(cost_usd_micros / 1e6).toFixed(4)}`,
  ];
  return ['▸', name, step, formatDuration(performance.now() - started_ms), ...used].filter(Boolean).join('  ');
}

interface Totals {
  readonly finished: readonly RunResult[];
  /** Number of runs that could not be executed. */
  readonly missed: number;
  readonly elapsed_ms: number;
}

function drawTotals({ cells }: Planned, { finished, missed, elapsed_ms }: Totals): string {
  const cost = finished.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  // repeated runs come on top of the plan
  const left = Math.max(0, cells.length - finished.length - missed);
  const eta = finished.length === 0 ? '' : `, about ${formatDuration((elapsed_ms / finished.length) * left)} left`;
  const not = missed === 0 ? '' : `, ${missed} not run`;
  return `${finished.length} of ${cells.length} runs done in ${formatDuration(elapsed_ms)}${not}${eta}${cost > 0 ? `, $${cost.toFixed(4)}` : ''}`;
}

function describePlan({ cells, done, sandbox, concurrency }: Planned): string[] {
  const longest = Math.max(0, ...cells.map(({ prepared }) => prepared.task.scenario.limits.wall_s));
  const rounds = Math.ceil(cells.length / concurrency);
  const already = done > 0 ? `, ${done} finished before` : '';
  return [
    `${cells.length} runs in the sandbox ${sandbox}, ${concurrency} at a time${already}`,
    ...cells.map((cell) => `  ${nameOf(cell)}`),
    `up to ${formatDuration(rounds * longest * 1000)} of agent time, from the limits of the scenarios`,
  ];
}
