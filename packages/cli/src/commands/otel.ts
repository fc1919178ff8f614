import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { chooseServer } from '../server/choose-server.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay otel [AGENT…] [--url URL] [--json]

Prints the settings with which agents send their sessions to an Assay server while they work. The server grades a
session when it has been silent for a minute. The key is not printed: set ASSAY_API_KEY to a key with the scope write.

  AGENT      claude, codex or gemini (default: all)
  --url URL  address of the server (default: ASSAY_URL, or the server of \`assay login\`)
  --json     print one JSON document: {agents}

  eval "$(assay otel claude)"    # sets the variables in this shell
`;

/** The settings of an agent that send its telemetry, with content, to a server. */
interface Exporter {
  readonly agent: string;
  readonly title: string;
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** Added to a settings file of the agent; for what has no variable. */
  readonly settings?: { readonly file: string; readonly text: (url: string) => string };
}

// not percent-encoded, which Claude Code does not decode; the shell puts in the key
const HEADERS = 'Authorization=Bearer $ASSAY_API_KEY';

const EXPORTERS: readonly Exporter[] = [
  {
    agent: 'claude',
    title: 'Claude Code',
    environment: (url) => ({
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: HEADERS,
      OTEL_LOG_USER_PROMPTS: '1',
      OTEL_LOG_ASSISTANT_RESPONSES: '1',
      OTEL_LOG_TOOL_DETAILS: '1',
      OTEL_LOG_TOOL_CONTENT: '1',
      // otherwise it gives up two seconds after its end, and the last turn is lost to a busy server
      CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '10000',
    }),
  },
  {
    agent: 'codex',
    title: 'Codex',
    environment: () => ({ OTEL_EXPORTER_OTLP_HEADERS: HEADERS }),
    settings: {
      file: '~/.codex/config.toml',
      text: (url) =>
        `[otel]\nlog_user_prompt = true\nexporter = { otlp-http = { endpoint = "${url}/v1/logs", protocol = "binary" } }\n`,
    },
  },
  {
    agent: 'gemini',
    title: 'Gemini CLI',
    environment: (url) => ({
      GEMINI_TELEMETRY_ENABLED: 'true',
      GEMINI_TELEMETRY_TARGET: 'local',
      GEMINI_TELEMETRY_OTLP_PROTOCOL: 'http',
      GEMINI_TELEMETRY_OTLP_ENDPOINT: url,
      GEMINI_TELEMETRY_LOG_PROMPTS: 'true',
      OTEL_EXPORTER_OTLP_HEADERS: HEADERS,
    }),
  },
];

export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h' },
    url: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    await writeOut(HELP);
    return 0;
  }
  const { url } = chooseServer(values.url);
  const chosen = positionals.length === 0 ? EXPORTERS : positionals.map(findExporter);
  const agents = chosen.map(({ agent, title, environment, settings }) => ({
    agent,
    title,
    environment: environment(url),
    settings: settings === undefined ? null : { file: settings.file, text: settings.text(url) },
  }));
  await writeOut(values.json ? `${JSON.stringify({ agents })}\n` : agents.map(drawSettings).join('\n'));
  return 0;
};

function findExporter(agent: string): Exporter {
  const found = EXPORTERS.find((one) => one.agent === agent);
  if (found !== undefined) return found;
  throw new AssayError('usage', `expected ${EXPORTERS.map((one) => one.agent).join(', ')}, found ${agent}`);
}

// only the key is put in by the shell: an address may contain what it would execute
const quote = (value: string): string => (value === HEADERS ? `"${value}"` : `'${value.replaceAll("'", `'\\''`)}'`);

interface Settings {
  readonly title: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: { readonly file: string; readonly text: string } | null;
}

// lines of shell; what is not a command is a comment
function drawSettings({ title, environment, settings }: Settings): string {
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  const lines = settings?.text.trimEnd().split('\n') ?? [];
  const added = settings === null ? '' : `# add to ${settings.file}:\n${lines.map((line) => `#   ${line}\n`).join('')}`;
  return `# ${title}\n${variables.join('')}${added}`;
}
