import type { AskOptions } from '../backend.ts';

/** What the program signs in with, apart from what it keeps in the home folder. */
export const SECRETS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;

/** Settings of the program by variable: what an agent that Assay was started from has set is not for the judge. */
const SETTINGS =
  /^CLAUDE(CODE$|_CODE_|_AGENT_|_EFFORT$)|^MAX_THINKING_TOKENS$|^ANTHROPIC_(MODEL$|SMALL_|DEFAULT_|CUSTOM_MODEL)/;

/** Those that say how it signs in and where its model is. */
const KEPT = /^CLAUDE_CODE_(OAUTH_TOKEN|USE_|SKIP_\w+_AUTH|CLIENT_|API_KEY_|CERT_STORE)/;

/** The environment the program is started with: its user's, so that it finds its sign-in, but none of their settings. */
export function environmentOf(
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
    // asking again is for whoever asks
    CLAUDE_CODE_MAX_RETRIES: '0',
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
    CLAUDE_CODE_DISABLE_REFUSAL_RETRY: '1',
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
    // files that the prompt names are evidence to read about, not to open
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
