import { type AgentSpec, AssayError } from '@assay/schema';
import { defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction, textAction } from './built-in-action.ts';
import type { Cheat } from './cheats/cheat.ts';
import { CHEATS, findCheat } from './cheats/index.ts';
import { readFiles } from './cheats/read-files.ts';
import { applyEdits } from './edits/apply-edits.ts';

/** Tries a known way to look good without doing the work. A scenario that passes it can be fooled. */
export const cheat = defineAgent({
  kind: 'built-in',
  type: 'cheat',
  title: 'Cheats',
  honors: ['cheat'],
  findMistakes: (spec) => (chosen(spec) === undefined ? [describeMistake(spec)] : []),
  act: ({ spec, scenario, workspace }) =>
    runBuiltInAction(async () => {
      const way = chosen(spec);
      if (way === undefined) throw new AssayError('invalid_config', describeMistake(spec));
      const edits = way.plan(await readFiles(workspace), scenario);
      await applyEdits(workspace, edits);
      if (edits.length > 0) return textAction(`${way.title}: ${edits.map(({ path }) => path).join(', ')}.`);
      const inapplicable = `${way.id} does not apply: expected ${way.needs}, found none`;
      return { ...textAction(inapplicable), inapplicable };
    }),
});

const chosen = ({ cheat: id }: AgentSpec): Cheat | undefined => (id === undefined ? undefined : findCheat(id));

const describeMistake = (spec: AgentSpec): string =>
  `cheat: expected one of ${CHEATS.map(({ id }) => id).join(', ')}, found ${spec.cheat ?? 'nothing'}`;
