import { type AgentSpec, AssayError } from '@assay/schema';
import { defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction, textAction } from './built-in-action.ts';
import { applyReference, readReference } from './edits/read-reference.ts';
import { findManner, MANNERS } from './manners/index.ts';

/** Applies the scenario's reference solution, a patch or a folder. A scenario that fails it is broken. */
export const oracle = defineAgent({
  kind: 'built-in',
  type: 'oracle',
  title: 'Applies the known solution',
  honors: ['manner'],
  findMistakes: ({ manner }) => (manner === undefined || findManner(manner) !== undefined ? [] : [describe(manner)]),
  act: (request) =>
    runBuiltInAction(async () => {
      const { spec, scenario, workspace, base } = request;
      const reference = await readReference(scenario, base);
      if (reference === undefined) throw new AssayError('invalid_input', 'The scenario has no oracle');
      const paths: string[] = [];
      const solve = async (): Promise<readonly string[]> => {
        paths.push(...(await applyReference(workspace, reference)));
        return paths;
      };
      const manner = chosen(spec);
      await (manner === undefined ? solve() : manner.act(request, solve));
      return textAction(`I applied the reference: ${paths.join(', ')}.`);
    }),
});

function chosen({ manner }: AgentSpec) {
  if (manner === undefined) return undefined;
  const found = findManner(manner);
  if (found === undefined) throw new AssayError('invalid_config', describe(manner));
  return found;
}

const describe = (manner: string): string =>
  `manner: expected one of ${MANNERS.map(({ id }) => id).join(', ')}, found ${JSON.stringify(manner)}`;
