import { z } from 'zod';
import type { Connection, Pool } from '../src/store/sql/connection.ts';
import type { query, Sql } from '../src/store/sql/sql.ts';

/** A node of an executed plan. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Executes the query that `ask` makes and returns its plan nodes, outermost first. */
export async function explain(pool: Pool, ask: (connection: Connection) => Promise<unknown>): Promise<PlanNode[]> {
  const asked: Sql[] = [];
  await ask({
    ...pool,
    async list(statement) {
      asked.push(statement);
      return [];
    },
    async find(statement) {
      asked.push(statement);
      return undefined;
    },
  });
  const [{ strings, values }] = asked as [Sql];
  const [head = '', ...rest] = strings;
  const row = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.custom<PlanNode>() })).length(1) });
  const explained = { row, strings: [`explain (analyze, format json) ${head}`, ...rest], values };
  const { 'QUERY PLAN': plans } = await pool.get(
    explained as ReturnType<ReturnType<typeof query<z.infer<typeof row>>>>,
  );
  return plans.flatMap(({ Plan }) => flatten(Plan));
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
