import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areAgentsInstalled } from '../agents-folder.ts';
import { createAgentFolders, REAL_AGENTS, runAgent } from './real-agents.ts';
import { startScriptedModel } from './server.ts';

const instruction = 'Make add() in calc.js add.';

// to install the agents: node tools/install-agents.ts
describe.skipIf(!areAgentsInstalled()).each(REAL_AGENTS)('$name', ({ launch, look, edit }) => {
  test('reads, edits and finishes as scripted', async () => {
    await using place = await createAgentFolders();
    await using model = await startScriptedModel({
      scripts: [
        {
          match: /Make add\(\)/,
          turns: [
            { thinking: 'I should look first.', text: 'Let me look.', tools: [look] },
            { tools: [edit(place.work)] },
            { text: 'It adds now.' },
          ],
        },
      ],
    });
    const { code, output } = await runAgent(launch({ url: model.url, key: 'test', instruction }), place);
    expect(await readFile(join(place.work, 'calc.js'), 'utf8'), output).toBe('const add = (a, b) => a + b;\n');
    expect(output).toContain('It adds now.');
    expect(code).toBe(0);
    const turns = model.requests.flatMap(({ asked }) => (asked?.offers_tools ? [asked.turn] : []));
    expect(turns).toEqual([0, 1, 2]);
  });

  test('reports an error of the model and exits with a failure', async () => {
    await using place = await createAgentFolders();
    await using model = await startScriptedModel({ scripts: [{ turns: [{ status: 400 }] }] });
    const { code, output } = await runAgent(launch({ url: model.url, key: 'test', instruction }), place);
    expect(output).toContain('the script answers with status 400');
    expect(code).not.toBe(0);
  });
});
