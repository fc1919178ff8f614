/** The names that the judge must not see. */
export interface Identity {
  readonly agents: readonly string[];
  readonly models: readonly string[];
  /** The task author's text: names that it mentions are part of the task and are kept. */
  readonly task?: string;
}

/** Creates a function that removes names of agents, vendors and models from a text, and the lines they sign with. */
export function createAnonymizer({ agents, models, task = '' }: Identity): (text: string) => string {
  const pattern = new RegExp(
    `${START}(?:(?<model>${[...listed(models), ...MODELS].join('|')})|(?<agent>${[...listed(agents), ...AGENTS].join('|')}))${END}`,
    'gi',
  );
  const spokenOf = new Set(Array.from(task.matchAll(pattern), ([name]) => name.toLowerCase()));
  return (text) =>
    text
      .replace(pattern, (name, model: string | undefined) => {
        if (spokenOf.has(name.toLowerCase())) return name;
        return model === undefined ? '[agent]' : '[model]';
      })
      .replace(CO_AUTHOR, '$1[agent]')
      .replace(MADE_WITH, '$1[agent]');
}

const START = '(?<![a-z0-9])';
const END = '(?![a-z])';

/** Model families, by the names of their vendors. A version may follow. */
const MODELS = [
  'claude(?:[- ](?:v?\\d(?:\\.?\\w){0,12}|opus|sonnet|haiku|instant|latest)){1,6}',
  '(?:opus|sonnet|haiku)[- ]\\d(?:[.-]?\\w){0,24}',
  'gpt-?\\d(?:[.-]?\\w){0,32}',
  'chatgpt(?:[- ]\\d(?:[.-]?\\w){0,24})?',
  'o[134]-(?:mini|pro|preview)(?:[.-]?\\w){0,24}',
  'gemini[- ](?:\\d(?:\\.?\\w){0,8}|pro|flash|ultra)(?:-\\w(?:\\.?\\w){0,15}){0,6}',
  '(?:qwen|deepseek|codestral|devstral|mixtral|codellama)(?:-?\\d(?:\\.?\\w){0,8})?(?:-\\w(?:\\.?\\w){0,15}){0,6}',
  '(?:llama|mistral|grok|kimi|glm|minimax)[- ](?:v?\\d|k\\d|m\\d|large|medium|small|nemo|code|coder)(?:[.-]?\\w){0,32}',
];

/** Agents and vendors. Ordinary words are included only with a qualifier. */
const AGENTS = [
  'claude[- ]code',
  'claude',
  'anthropic',
  'codex[- ]cli',
  'codex',
  'openai',
  'gemini[- ]cli',
  'gemini',
  'deepmind',
  'qwen[- ]code',
  '(?:github[- ])?copilot',
  'cursor[- ](?:agent|cli|ai|bot)',
  '(?<=\\.)cursor(?=[/\\\\])',
  'opencode',
  'openhands',
  'opendevin',
  '(?:mini-)?swe-agent',
  'aider',
  'cline',
  'roo[- ]code',
  'windsurf',
  'devin[- ]ai',
  'mistral(?:ai)?',
  'moonshot(?:ai)?',
];

/** Agent names that are also ordinary words: removed only when the context shows that an agent is meant. */
const ORDINARY = new Set(
  'agent amp assistant auto built-in continue cursor default goose model none nop oracle plain replay shell test unknown'.split(
    ' ',
  ),
);
const SHORTEST = 3;

// longest first, so that a name that starts with another is removed whole
const listed = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length >= SHORTEST)
    .sort((one, other) => other.length - one.length)
    .map((name) => literal(name) + (ORDINARY.has(name.toLowerCase()) ? '[- ](?:agent|cli|ai|bot)' : ''));

const literal = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const CO_AUTHOR = /^([^\S\n]{0,8}[-+>]?[^\S\n]{0,8}co-authored-by:[^\S\n]?).*$/gim;
const MADE_WITH =
  /^([^a-z\n]{0,16}(?:generated|made|written|created|authored) (?:with|by|using) ).*\[(?:agent|model)\].*$/gim;
