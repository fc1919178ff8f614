/** A tool call that a model wrote as text, for servers without tool calls. */
export interface WrittenCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

/** OpenHands: `<function=NAME><parameter=KEY>VALUE</parameter></function>`. */
const FUNCTION = /<function=([\w.-]{1,80})>([\s\S]*?)(?:<\/function>|$)/g;
const PARAMETER = /<parameter=([\w.-]{1,80})>([\s\S]*?)<\/parameter>/g;

/** Cline and Roo Code: `<TOOL><KEY>VALUE</KEY></TOOL>`. */
const CLINE_TOOLS =
  'execute_command|read_file|write_to_file|replace_in_file|apply_diff|search_files|list_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question|attempt_completion|new_task|switch_mode|insert_content|search_and_replace|codebase_search|update_todo_list';
const ELEMENT = new RegExp(`<(${CLINE_TOOLS})>([\\s\\S]*?)</\\1>`, 'g');
const FIELD = /<([a-z_]{1,40})>([\s\S]*?)<\/\1>/g;

export function readWrittenCalls(text: string): WrittenCall[] {
  const calls = [...text.matchAll(FUNCTION)].map((found) => call(found, PARAMETER));
  return calls.length > 0 ? calls : [...text.matchAll(ELEMENT)].map((found) => call(found, FIELD));
}

function call([, tool = 'unknown', body = '']: RegExpMatchArray, field: RegExp): WrittenCall {
  const fields = [...body.matchAll(field)].map(([, key = '', value = '']) => [key, value.trim()]);
  return { tool, input: Object.fromEntries(fields) };
}

const FENCED = /```(?:bash|sh)?[ \t]*\n([\s\S]*?)\n```/g;

/** SWE-agent without tool calls: the last block of code in a turn is the command. */
export function readFencedCall(text: string): WrittenCall[] {
  const command = [...text.matchAll(FENCED)].at(-1)?.[1]?.trim();
  return command === undefined || command === '' ? [] : [{ tool: 'bash', input: { command } }];
}

/** The prompt that SWE-agent shows after each result. */
export const endsWithPrompt = (text: string): boolean => /\)\nbash-\$\s*$/.test(text.slice(-20));

/** The headings under which SWE-agent, OpenHands and Cline send the result of a call to the model. */
const HEADING =
  /^\s*(?:EXECUTION RESULT of \[[^\]\n]{1,80}\]:|OBSERVATION:|Observation:|\[[\w-]{1,40}(?: for '[^\n]*')?\] Result:)[ \t]*\n?/;

export const isWrittenResult = (text: string): boolean => HEADING.test(text);

/** The result itself: what a tool printed begins after the heading. */
export const withoutHeading = (text: string): string => text.replace(HEADING, '');
