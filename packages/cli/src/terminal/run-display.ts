import type { Cell, Planned, RunEvents } from '@assay/harness';
import type { RunResult } from '@assay/schema';
import { formatDuration, onOneLine } from './format.ts';

/** What a person sees while runs are made: a line for each that is running, where there is a terminal; else a line for each that ended. */
export interface RunDisplay {
  readonly events: RunEvents;
  end(): void;
}

interface Line {
  readonly name: string;
  readonly started_ms: number;
  step: string;
  tokens: number;
  cost_usd: number | null;
}

const REDRAW_MS = 120;

export function createRunDisplay({ dry_run }: { dry_run: boolean }): RunDisplay {
  const live = process.stderr.isTTY === true;
  const lines = new Map<Cell, Line>();
  const finished: RunResult[] = [];
  let plan: Planned | undefined;
  let began_ms = performance.now();
  let proving: string | undefined;
  let drawn = 0;

  const say = (text: string): void => {
    erase();
    process.stderr.write(`${onOneLine(text)}\n`);
    draw();
  };
  const erase = (): void => {
    if (drawn > 0) process.stderr.write(`\u001b[${drawn}A\u001b[J`);
    drawn = 0;
  };
  const draw = (): void => {
    if (!live) return;
    erase();
    const width = process.stderr.columns ?? 80;
    const rows = [...lines.values()].map(drawLine);
    if (proving !== undefined) rows.push(`proving ${proving}`);
    else if (plan !== undefined && !dry_run) rows.push(drawTotals(plan, finished, performance.now() - began_ms));
    // what has scrolled away cannot be erased: of too many, those that began last are shown
    const shown = rows.slice(1 - (process.stderr.rows ?? 24));
    for (const row of shown) process.stderr.write(`${onOneLine(row).slice(0, width - 1)}\n`);
    drawn = shown.length;
  };
  const timer = live ? setInterval(draw, REDRAW_MS) : undefined;

  return {
    events: {
      planned: (planned) => {
        plan = planned;
        for (const remark of planned.remarks) say(`! ${remark}`);
        if (dry_run) for (const text of describePlan(planned)) say(text);
      },
      proving: (scenario) => {
        proving = scenario;
      },
      proved: (scenario, proof) => {
        proving = undefined;
        began_ms = performance.now();
        if (!proof.proven) say(`! ${scenario} is unproven: ${proof.reason}`);
      },
      started: (cell) => {
        lines.set(cell, {
          name: nameOf(cell),
          started_ms: performance.now(),
          step: 'waiting',
          tokens: 0,
          cost_usd: null,
        });
      },
      progressed: (cell, progress) => {
        const line = lines.get(cell);
        if (line === undefined) return;
        if (progress.kind === 'step') line.step = progress.step;
        else if (progress.kind === 'spent') Object.assign(line, progress.spent);
        else say(`! ${line.name} is tried again: ${progress.reason}`);
      },
      finished: (result) => {
        for (const [cell, { name }] of lines) if (name === keyOf(result)) lines.delete(cell);
        finished.push(result);
        if (!live) say(`${keyOf(result)}: ${describe(result)}`);
      },
    },
    end: () => {
      clearInterval(timer);
      erase();
    },
  };
}

const nameOf = ({ prepared, spec, repeat }: Cell): string => `${prepared.task.scenario.name} · ${spec.id} · ${repeat}`;

const keyOf = ({ scenario, agent, repeat }: RunResult): string => `${scenario} · ${agent} · ${repeat}`;

const describe = ({ outcome, overall, failure, wall_ms }: RunResult): string =>
  `${outcome}, scorers ${overall}, ${formatDuration(wall_ms)}${failure === null ? '' : ` (${failure.class}: ${failure.message})`}`;

function drawLine({ name, started_ms, step, tokens, cost_usd }: Line): string {
  const used = [tokens > 0 ? `${tokens} tokens` : '', cost_usd === null ? '' : `$${cost_usd.toFixed(4)}`];
  return ['▸', name, step, formatDuration(performance.now() - started_ms), ...used].filter(Boolean).join('  ');
}

function drawTotals({ cells }: Planned, finished: readonly RunResult[], elapsed_ms: number): string {
  const cost = finished.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const left = cells.length - finished.length;
  const eta = finished.length === 0 ? '' : `, about ${formatDuration((elapsed_ms / finished.length) * left)} left`;
  return `${finished.length} of ${cells.length} runs done in ${formatDuration(elapsed_ms)}${eta}${cost > 0 ? `, $${cost.toFixed(4)}` : ''}`;
}

function describePlan({ cells, done, sandbox, concurrency }: Planned): string[] {
  const longest = Math.max(0, ...cells.map(({ prepared }) => prepared.task.scenario.limits.wall_s));
  const rounds = Math.ceil(cells.length / concurrency);
  const already = done > 0 ? `, ${done} finished before` : '';
  return [
    `${cells.length} runs in the sandbox ${sandbox}, ${concurrency} at a time${already}`,
    ...cells.map((cell) => `  ${nameOf(cell)}`),
    `at most ${formatDuration(rounds * longest * 1000)} of agent time, by the limits of the scenarios`,
  ];
}
