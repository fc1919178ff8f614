import { type AgentSpec, AssayError, type OracleScript } from '@assay/schema';
import { type BuiltInAction, type BuiltInRequest, defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction, textAction } from './built-in-action.ts';
import { applyReference, readReference } from './edits/read-reference.ts';
import { findManner, MANNERS } from './manners/index.ts';

const SHOWN_CHARACTERS = 500;

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
      if (typeof scenario.oracle === 'object') return await runScript(request, scenario.oracle);
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

async function runScript({ solve }: BuiltInRequest, script: OracleScript): Promise<BuiltInAction> {
  if (solve === undefined) throw new AssayError('internal', 'The solution is a script and nothing runs it');
  const { exit_code, signal, stdout_tail, stderr_tail } = await solve(script);
  if (exit_code === 0) return textAction(`I ran the solution: ${script.run}`);
  const said = (stderr_tail.trim() || stdout_tail.trim()).slice(-SHOWN_CHARACTERS);
  throw new AssayError('invalid_input', `The solution \`${script.run}\` ended with ${exit_code ?? signal}: ${said}`);
}

function chosen({ manner }: AgentSpec) {
  if (manner === undefined) return undefined;
  const found = findManner(manner);
  if (found === undefined) throw new AssayError('invalid_config', describe(manner));
  return found;
}

const describe = (manner: string): string =>
  `manner: expected one of ${MANNERS.map(({ id }) => id).join(', ')}, found ${JSON.stringify(manner)}`;
