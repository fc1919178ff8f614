import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the tests keep the real agent CLIs: ignored by git, kept between runs. */
export const AGENTS_FOLDER = fileURLToPath(new URL('../.cache/agents/', import.meta.url));

/** The exact versions the tests are written against. */
export const AGENT_VERSIONS = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  '@google/gemini-cli': '0.61.0',
  'opencode-ai': '1.18.18',
} as const;

/** Written when all are installed, so that an interrupted installation is not mistaken for a complete one. */
export const AGENTS_STAMP = join(AGENTS_FOLDER, 'installed.json');

/** Whether the real agents are installed in these versions; tests that need them are skipped otherwise. */
export function areAgentsInstalled(): boolean {
  try {
    return readFileSync(AGENTS_STAMP, 'utf8') === JSON.stringify(AGENT_VERSIONS);
  } catch {
    // no stamp: never installed
    return false;
  }
}

/** The path of an agent's program. */
export function agentProgram(name: 'claude' | 'codex' | 'gemini' | 'opencode'): string {
  return join(AGENTS_FOLDER, 'node_modules', '.bin', name);
}
