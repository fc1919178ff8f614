import { type AgentSpec, AssayError } from '@assay/schema';
import { type BuiltInRequest, defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction, textAction } from './built-in-action.ts';
import type { Cheat } from './cheats/cheat.ts';
import { CHEATS, findCheat } from './cheats/index.ts';
import { applyEdits } from './edits/apply-edits.ts';
import { listReference } from './edits/read-reference.ts';
import { readFiles } from './workspace/read-files.ts';

/** Tries a known way to look good without doing the work. A scenario that passes it can be fooled. */
export const cheat = defineAgent({
  kind: 'built-in',
  type: 'cheat',
  title: 'Cheats',
  honors: ['cheat'],
  findMistakes: (spec) => (chosen(spec) === undefined ? [describeMistake(spec)] : []),
  act: (request) =>
    runBuiltInAction(async () => {
      const { way, edits, product } = await planCheat(request);
      if (edits.length === 0) return textAction(describeIdle(way));
      await applyEdits(request.workspace, edits);
      if (way.command !== undefined) await request.run(way.command(product));
      return textAction(`${way.title}: ${edits.map(({ path }) => path).join(', ')}.`);
    }),
});

/** Why a cheat finds nothing to act on in a workspace; null if it does. */
export async function explainIdle(request: CheatRequest): Promise<string | null> {
  const { way, edits } = await planCheat(request);
  return edits.length === 0 ? describeIdle(way) : null;
}

type CheatRequest = Pick<BuiltInRequest, 'spec' | 'scenario' | 'workspace' | 'base'>;

async function planCheat({ spec, scenario, workspace, base }: CheatRequest) {
  const way = chosen(spec);
  if (way === undefined) throw new AssayError('invalid_config', describeMistake(spec));
  const product = await listReference(scenario, base);
  return { way, product, edits: way.plan(await readFiles(workspace), scenario, product) };
}

const describeIdle = ({ id, needs }: Cheat): string => `${id} does not apply: expected ${needs}, found none`;

const chosen = ({ cheat: id }: AgentSpec): Cheat | undefined => (id === undefined ? undefined : findCheat(id));

const describeMistake = (spec: AgentSpec): string =>
  `cheat: expected one of ${CHEATS.map(({ id }) => id).join(', ')}, found ${spec.cheat ?? 'nothing'}`;
