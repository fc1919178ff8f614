/** Messages of agents' own tools and limits; no program prints them as its output begins. */
const MESSAGES: readonly string[] = [
  '<tool_use_error>',
  'ERROR:\\s*\\n',
  'ERROR: Cannot execute multiple commands',
  'No replacement was performed',
  'No edit was performed',
  'No edit history found',
  'No file open(?:ed)?\\b',
  'Invalid `\\w+`(?: parameter|[.:])',
  'Missing (?:required )?(?:parameters?|arguments?|value)',
  "Parameter [`']\\w+[`'] is (?:required|expected)",
  'The `\\w+` parameter is ',
  'The (?:path|parent directory|file) [^\\n]* (?:does not exist|is not an absolute path|is a directory and only)',
  '(?:The )?[Ff]ile already exists\\b',
  'Your proposed edit has introduced new syntax error',
  'Your edit was not applied',
  'Your (?:bash )?command contained syntax errors',
  'Text not found',
  'Error (?:calling|executing|running|validating) (?:tool|function|command)',
  '(?:Tool|Function) [^\\n]{0,60}(?:not found|does not exist|is not (?:available|supported))[.\\s]',
  'Tool execution (?:aborted|failed)',
  'Unknown tool',
  'Failed to (?:parse|validate) (?:tool|function|the) (?:call|arguments)',
  "(?:The )?[Cc]ommand (?:'[^\\n]{0,200}' )?(?:was (?:cancelled|canceled|killed)|timed out|has timed out)",
  'The last command <command>',
  'EXECUTION TIMED OUT',
  'Execution timed out',
  'Timeout(?:Error)?: ',
  'Environment died unexpectedly',
  "Operation '[^\\n]{0,60}' is not supported by this environment",
];
const TOOL_ERROR = new RegExp(`^\\s*(?:${MESSAGES.join('|')})`);

/** The start of an error of a tool that is no shell; its output has no such start. */
const OTHER_TOOL_ERROR =
  /^\s*(?:(?:\w*Error|ERROR|error)\b\s*[:[\n]|(?:File|Directory) (?:[^\n]{1,200} )?not found|(?:[^\n]{1,200} )?No such file or directory|Failed to |Cannot |Could not |Usage: |usage: |Traceback \(most recent call last\))/;

/** Tools of SWE-agent, which the model starts like programs. */
const OWN_COMMAND =
  /^(?:open|goto|create|edit|insert|scroll_(?:up|down)|search_(?:file|dir)|find_file|filemap|str_replace_editor)(?:\s|$)/;

/** How much of a result may be an error message. */
const START = 800;

/** Whether a result begins with an error message of the agent, whatever was called. */
export const isAgentError = (text: string): boolean => TOOL_ERROR.test(text.slice(0, START));

/** Whether the result of a tool that is no shell begins with an error message. */
export const isToolError = (text: string): boolean => OTHER_TOOL_ERROR.test(text.slice(0, START));

/** Whether a command line calls a tool of the agent instead of a program. */
export const callsTool = (command: string): boolean => OWN_COMMAND.test(command);
