import type { AskOptions } from '../backend.ts';

/** Variables the program signs in with, besides what is stored in the home folder. */
export const SECRETS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

/** Settings of the program. If an agent started Assay, its settings must not affect the judge. */
const SETTINGS =
  /^CLAUDE(CODE$|_CODE_|_AGENT_|_EFFORT$)|^MAX_THINKING_TOKENS$|^ANTHROPIC_(MODEL$|SMALL_|DEFAULT_|CUSTOM_MODEL)/;

/** Variables for sign-in and the model address. */
const KEPT = /^CLAUDE_CODE_(OAUTH_TOKEN|USE_|SKIP_\w+_AUTH|CLIENT_|API_KEY_|CERT_STORE)/;

/** The environment of the program: the user's sign-in without the user's settings. */
export function buildCliEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  { max_output_tokens }: Pick<AskOptions, 'max_output_tokens'>,
): Record<string, string> {
  const own = Object.entries(environment).filter(
    (variable): variable is [string, string] =>
      variable[1] !== undefined && (KEPT.test(variable[0]) || !SETTINGS.test(variable[0])),
  );
  return {
    ...Object.fromEntries(own),
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(max_output_tokens),
    // Assay retries itself
    CLAUDE_CODE_MAX_RETRIES: '0',
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
    CLAUDE_CODE_DISABLE_REFUSAL_RETRY: '1',
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
    // files named in the prompt are evidence and must not be opened
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
