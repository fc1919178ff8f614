import { Instant, type OrganizationId, RunId, RunScore, Scorecard, ScorecardInput } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { json, query, sql } from '../../sql/sql.ts';

/** A stored scorecard with its inputs, so that it can be recomputed. */
export const AgentRunScore = z.object({
  run_id: idColumn('run', RunId),
  ...Scorecard.shape,
  inputs: ScorecardInput,
  scored_at: Instant,
});
export type AgentRunScore = z.infer<typeof AgentRunScore>;

const Published = RunScore.extend({ run_id: idColumn('run', RunId), place: z.int() });
const Unscored = z.object({ run_id: idColumn('run', RunId) });

/** The key of a requested score. */
export interface AskedScore extends FormulaRef {
  readonly organization_id: OrganizationId;
  readonly run_id: RunId;
}

/** A formula and its version. */
export type FormulaRef = Pick<Scorecard, 'formula' | 'formula_version'>;

const columns = sql`
  run_id, formula, formula_version, score, tier, axes, weights, inputs, defaulted, ledger, scored_at`;

export const agentRunScoresTable = (connection: Connection) => ({
  /** Stores a score. False if the run already has one of this formula and version, which stays. */
  keep: async (
    organization_id: OrganizationId,
    { run_id, scorecard, inputs }: { run_id: RunId; scorecard: Scorecard; inputs: ScorecardInput },
  ): Promise<boolean> => {
    const { formula, formula_version, score, tier, axes, weights, defaulted, ledger } = scorecard;
    const kept = await connection.run(sql`
      insert into agent_run_scores (
        organization_id, run_id, formula, formula_version, score, tier, axes, weights, inputs, defaulted, ledger
      ) values (
        ${toUuid(organization_id)}, ${toUuid(run_id)}, ${formula}, ${formula_version}, ${score}, ${tier},
        ${json(axes)}, ${json(weights)}, ${json(inputs)}, ${json(defaulted)}, ${json(ledger)}
      ) on conflict do nothing`);
    return kept === 1;
  },

  /** The published scores in the requested order; undefined where there is none. Duplicates are read once. */
  async findMany(asked: readonly AskedScore[]): Promise<(RunScore | undefined)[]> {
    const wanted = new Map(asked.map((one) => [nameOf(one), one]));
    const rows = await connection.list(query(Published)`
      select place, run_id, score, tier, formula_version, axes
      from json_to_recordset(${json([...wanted.values()].map(toWanted))})
        as wanted (place integer, organization_id uuid, run_id uuid, formula text, formula_version text)
      join agent_run_scores using (organization_id, run_id, formula, formula_version)`);
    const names = [...wanted.keys()];
    const found = new Map(rows.map(({ place, ...score }) => [names[place], score]));
    return asked.map((one) => found.get(nameOf(one)));
  },

  /** All scores of a run, in the order they were computed. */
  list: (organization_id: OrganizationId, run_id: RunId): Promise<AgentRunScore[]> =>
    connection.list(query(AgentRunScore)`
      select ${columns} from agent_run_scores
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run_id)}
      order by scored_at, formula, formula_version`),

  /** Finished runs without a score of this formula and version. */
  listUnscored: async (
    organization_id: OrganizationId,
    { formula, formula_version, after, limit }: FormulaRef & { after: RunId | null; limit: number },
  ): Promise<RunId[]> => {
    const rows = await connection.list(query(Unscored)`
      select run_id from runs
      where organization_id = ${toUuid(organization_id)} and status = 'finished'
        ${after === null ? sql`` : sql`and run_id > ${toUuid(after)}`}
        and not exists (
          select from agent_run_scores as scored
          where scored.organization_id = runs.organization_id and scored.run_id = runs.run_id
            and scored.formula = ${formula} and scored.formula_version = ${formula_version}
        )
      order by run_id limit ${limit}`);
    return rows.map(({ run_id }) => run_id);
  },
});

const nameOf = ({ organization_id, run_id, formula, formula_version }: AskedScore): string =>
  `${organization_id} ${run_id} ${formula} ${formula_version}`;

const toWanted = ({ organization_id, run_id, ...formula }: AskedScore, place: number) => ({
  place,
  organization_id: toUuid(organization_id),
  run_id: toUuid(run_id),
  ...formula,
});
