import { mkdir, rm, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentProgram, areAgentsInstalled } from '../test/agents-folder.ts';
import { createProject, readFolder, runProject } from '../test/projects.ts';
import { startScriptedModel } from '../test/scripted-model/server.ts';
import { RECORDED_AGENTS, type RecordedAgent } from './recordings/agents.ts';
import { INSTRUCTION, type RecordedCase, recordedCases } from './recordings/cases.ts';
import { cutRecording } from './recordings/cut.ts';

/* Records the fixtures of the transcript readers: real agents in the sandbox with a scripted model. */
const FOLDER = fileURLToPath(new URL('../fixtures/transcripts/recorded', import.meta.url));

const FILES = {
  'fixture/calc.js': 'exports.add = (a, b) => a - b;\n',
  'fixture/check.js': "require('node:assert').equal(require('./calc.js').add(2, 3), 5);\n",
};

const NOTE = `# Recorded by Assay

Written by \`tools/record-fixtures.ts\`, which runs real agents in the sandbox with a scripted model on loopback: no
model, no account. \`<case>.stream.jsonl\` is the output of the agent, \`<case>.session.jsonl\` the session it stored.
Long texts and lists, such as vendor prompts, are cut (\`…[cut]\`); ids and times are unchanged.
`;

interface Row {
  readonly agent: string;
  readonly version: string;
  readonly date: string;
  readonly case: string;
  readonly shows: string;
}

if (!areAgentsInstalled()) throw new Error('the real agents are not installed; run: node tools/install-agents.ts');
const rows: Row[] = [];
const written: Record<string, string> = {};
for (const agent of RECORDED_AGENTS)
  for (const each of recordedCases(agent)) {
    const { files, ...row } = await record(agent, each);
    rows.push(row);
    for (const [path, text] of Object.entries(files)) written[`${agent.id}/${path}`] = text;
    console.log(`${agent.id} ${each.name}: ${Object.keys(files).join(', ')}`);
  }

// only now, so that a failed recording keeps the old files
await rm(FOLDER, { recursive: true, force: true });
for (const [path, text] of Object.entries({ ...written, 'README.md': `${NOTE}\n${formatTable(rows)}` })) {
  await mkdir(dirname(join(FOLDER, path)), { recursive: true });
  await writeFile(join(FOLDER, path), text);
}

async function record(agent: RecordedAgent, each: RecordedCase): Promise<Row & { files: Record<string, string> }> {
  await using model = await startScriptedModel({ scripts: each.scripts(agent) });
  await using project = await createProject({
    files: FILES,
    scenarios: [
      {
        name: each.name,
        user_instruction: INSTRUCTION,
        workspace_seed: { copy: './fixture' },
        scorers: [],
        ...each.scenario,
      },
    ],
    config: { agents: [{ id: agent.id, ...agent.spec, ...each.spec?.(agent) }] },
  });
  const environment = {
    PATH: [dirname(agentProgram('claude')), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    [agent.url_env]: model.url,
    [agent.key_env]: 'sk-scripted-0123456789abcdef',
  };
  const { results } = await runProject(project.folder, { environment });
  const [result] = results;
  if (result === undefined) throw new Error(`${agent.id} ${each.name}: no run`);
  return {
    agent: agent.title,
    version: result.agent_version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    case: each.name,
    shows: each.shows,
    files: collectFiles(await readFolder(result.folder), each.name),
  };
}

/** The files to keep from a run's folder, by path below the agent's folder. */
function collectFiles(files: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const kept: Record<string, string> = {};
  // in the order of turns, so that the last one wins
  for (const [path, bytes] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const inner = /\/(subagents\/[^/]+)$/.exec(path)?.[1];
    // agents send the kernel version to their model: private to the machine that recorded
    const text = cutRecording(Buffer.from(bytes, 'latin1').toString('utf8')).replaceAll(release(), '0.0.0');
    if (/^raw\/turn-\d+\.stdout$/.test(path)) kept[`${name}.stream.jsonl`] = text;
    else if (inner !== undefined) kept[`${name}.session/${inner}`] = text;
    else if (/^raw\/sessions\/.*\.jsonl$/.test(path)) kept[`${name}.session.jsonl`] = text;
  }
  return kept;
}

function formatTable(all: readonly Row[]): string {
  const lines = all.map((row) => `| ${[row.agent, row.version, row.date, `\`${row.case}\``, row.shows].join(' | ')} |`);
  return `| Agent | Version | Recorded | Case | What it shows |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`;
}
