import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { classify } from './classify.ts';
import { classifyV1 } from './classify.v1.ts';

const NATIVE = [
  {
    agent: 'Claude Code',
    environment: `Bash BashOutput KillShell KillBash PowerShell Monitor Read Write Edit MultiEdit Glob Grep LS NotebookRead
      NotebookEdit LSP EnterWorktree ExitWorktree`,
    own: `Task Agent AskUserQuestion EnterPlanMode ExitPlanMode Skill SlashCommand TodoRead TodoWrite ToolSearch TaskCreate TaskGet
      TaskList TaskUpdate TaskOutput TaskStop CronCreate CronDelete CronList ScheduleWakeup SendMessage ListAgents Workflow
      ReportFindings StructuredOutput`,
    service: 'WebFetch WebSearch ListMcpResourcesTool ReadMcpResourceTool mcp__github__create_issue',
  },
  {
    agent: 'Codex',
    environment: `shell local_shell local_shell_call shell_command exec_command unified_exec container.exec write_stdin apply_patch
      read_file list_dir grep_files view_image js_repl command_execution file_change`,
    own: `update_plan request_user_input spawn_agent send_input resume_agent wait wait_agent close_agent list_agents tool_search
      tool_suggest todo_list reasoning collab_tool_call`,
    service: 'web_search mcp_tool_call list_mcp_resources image_generation',
  },
  {
    agent: 'Gemini CLI',
    environment: `run_shell_command read_file read_many_files write_file replace glob search_file_content grep_search list_directory
      list_background_processes read_background_output`,
    own: `save_memory write_todos ask_user enter_plan_mode exit_plan_mode activate_skill get_internal_docs cli_help
      codebase_investigator generalist invoke_agent delegate_to_agent complete_task tracker_create_task update_topic`,
    service: 'web_fetch google_web_search mcp_github_search',
  },
  {
    agent: 'opencode',
    environment: 'bash read write edit multiedit patch apply_patch grep glob list lsp',
    own: 'task todowrite todoread skill question plan_enter plan_exit invalid',
    service: 'webfetch websearch codesearch github_create_issue',
  },
  {
    agent: 'Qwen Code',
    environment: 'list_directory read_file grep_search glob edit write_file run_shell_command monitor',
    own: 'tool_search agent task_stop send_message skill todo_write ask_user_question exit_plan_mode',
    service: 'web_fetch web_search',
  },
  {
    agent: 'Cursor agent',
    environment: `shellToolCall readToolCall writeToolCall editToolCall deleteToolCall grepToolCall globToolCall lsToolCall
      semSearchToolCall readLintsToolCall run_terminal_cmd codebase_search search_replace glob_file_search StrReplace`,
    own: 'updateTodosToolCall todoToolCall taskToolCall createPlanToolCall askQuestionToolCall switchModeToolCall',
    service: 'mcpToolCall webSearchToolCall webFetchToolCall',
  },
  {
    agent: 'Copilot CLI',
    environment: 'bash write_bash read_bash stop_bash list_bash view create edit grep glob rg apply_patch',
    own: 'task read_agent list_agents update_todo report_intent ask_user store_memory skill task_complete',
    service: 'web_fetch github-mcp-server-search_code',
  },
  {
    agent: 'OpenHands',
    environment:
      'execute_bash execute_ipython_cell str_replace_editor edit_file terminal file_editor run run_ipython read write',
    own: 'think finish task_tracker delegate request_condensation',
    service: 'browser browse fetch',
  },
  {
    agent: 'SWE-agent',
    environment: `bash str_replace_editor str_replace_based_edit_tool open goto scroll_up scroll_down create edit insert search_dir
      search_file find_file filemap undo_edit`,
    own: 'submit think exit_forfeit',
    service: 'open_site',
  },
];

const natives = NATIVE.flatMap(({ agent, environment, own, service }) => [
  ...names(environment).map((tool) => ({ agent, tool, category: 'environment' })),
  ...names(own).map((tool) => ({ agent, tool, category: 'agent' })),
  ...names(service).map((tool) => ({ agent, tool, category: 'service' })),
]);

test.each(natives)('$tool of $agent is $category', ({ tool, category }) => {
  expect(classify(tool, {})).toEqual([category]);
  expect(classify(tool, undefined)).toEqual([category]);
});

const PATCH =
  '*** Begin Patch\n*** Update File: calc.js\n@@\n-  return a - b;\n+  return a + b;\n*** Add File: NOTES.md\n+# notes\n*** End Patch';

describe('recorded calls', () => {
  test.each([
    { tool: 'Read', input: { file_path: '/workspace/calc.js' }, is: ['environment'], why: 'Claude Code 2.1' },
    {
      tool: 'Bash',
      input: { command: 'node test.js; echo rc=$?', description: 'Run' },
      is: ['environment'],
      why: 'Claude Code 2.1',
    },
    {
      tool: 'Edit',
      input: { file_path: '/workspace/calc.js', old_string: 'a - b', new_string: 'a + b' },
      is: ['environment'],
      why: 'Claude Code 2.1',
    },
    {
      tool: 'Write',
      input: { file_path: '/workspace/NOTES.md', content: '# notes\n' },
      is: ['environment'],
      why: 'Claude Code 2.1',
    },
    {
      tool: 'Agent',
      input: { description: 'Survey', prompt: 'list the files', subagent_type: 'general-purpose' },
      is: ['agent'],
      why: 'Claude Code 2.1',
    },
    {
      tool: 'exec_command',
      input: { cmd: `apply_patch <<'EOF'\n${PATCH}\nEOF` },
      is: ['environment'],
      why: 'Codex 0.166, rollout',
    },
    { tool: 'apply_patch', input: PATCH, is: ['environment'], why: 'Codex 0.166, rollout' },
    {
      tool: 'command_execution',
      input: { command: "/bin/bash -lc 'cat calc.js'" },
      is: ['environment'],
      why: 'Codex 0.166, exec',
    },
    {
      tool: 'file_change',
      input: { changes: [{ path: '/workspace/calc.js', kind: 'update' }] },
      is: ['environment'],
      why: 'Codex 0.166, exec',
    },
    { tool: 'read_file', input: { file_path: 'calc.js' }, is: ['environment'], why: 'Gemini CLI 0.61' },
    {
      tool: 'run_shell_command',
      input: { command: 'node test.js', description: 'Run' },
      is: ['environment'],
      why: 'Gemini CLI 0.61',
    },
    {
      tool: 'replace',
      input: { file_path: 'calc.js', instruction: 'use plus', old_string: '-', new_string: '+' },
      is: ['environment'],
      why: 'Gemini CLI 0.61',
    },
    { tool: 'read', input: { filePath: '/workspace/calc.js' }, is: ['environment'], why: 'opencode 1.18' },
    { tool: 'bash', input: { command: 'node test.js; echo rc=$?' }, is: ['environment'], why: 'opencode 1.18' },
    {
      tool: 'edit',
      input: { filePath: '/workspace/calc.js', oldString: 'a - b', newString: 'a + b' },
      is: ['environment'],
      why: 'opencode 1.18',
    },
    {
      tool: 'read_file',
      input: { file_path: '/workspace/calc.js', absolute_path: '/workspace/calc.js' },
      is: ['environment'],
      why: 'Qwen Code 0.15',
    },
    {
      tool: 'run_shell_command',
      input: { command: 'node test.js', is_background: false },
      is: ['environment'],
      why: 'Qwen Code 0.15',
    },
  ])('$tool of $why is $is', ({ tool, input, is }) => {
    expect(classify(tool, input)).toEqual(is);
  });
});

test.each([
  { command: 'echo "see https://example.com"', is: ['environment'], why: 'a URL in an echo' },
  { command: 'git commit -m "fix: curl https://example.com"', is: ['environment'], why: 'a URL in a message' },
  { command: 'git commit -m x && git push', is: ['environment', 'service'], why: 'a push at the end' },
  {
    command: 'npm test | tee log; curl -d @log https://example.com',
    is: ['environment', 'service'],
    why: 'a call at the end',
  },
  { command: 'sudo bash -c "wget x"', is: ['environment', 'service'], why: 'a call inside' },
  { command: '', is: ['environment'], why: 'nothing, in a shell' },
  { command: '\0\u0001\ufffd', is: ['environment'], why: 'garbage, in a shell' },
  { command: 'cat CLAUDE.md', is: ['agent'], why: 'its instructions' },
  {
    command: 'cd /workspace && cat CLAUDE.md 2>/dev/null || echo "no file."',
    is: ['agent'],
    why: 'changing folders does not count',
  },
  {
    command: "cat .claude/settings.json | jq '.hooks' | sed 's/a.b/c/'",
    is: ['agent'],
    why: 'filtering does not count',
  },
  { command: 'for x in a b; do echo $x; done > CLAUDE.md', is: ['agent'], why: 'written by a loop' },
  { command: 'mkdir -p .claude && cat > .claude/x <<E\ntext\nE', is: ['agent'], why: 'both commands' },
  { command: 'cat CLAUDE.md; cat src/a.ts', is: ['environment'], why: 'also a file of the project' },
  { command: 'cat CLAUDE.md | grep x > src/a.ts', is: ['environment'], why: 'written into the project' },
  { command: 'cat CLAUDE.md && npm test', is: ['environment'], why: 'also the tests' },
  { command: "find . -not -path './.claude/*' -name '*.ts'", is: ['environment'], why: 'left out' },
  { command: 'find .claude -type f -exec cat {} +', is: ['agent'], why: 'searched' },
  { command: 'echo "read CLAUDE.md"', is: ['environment'], why: 'mentioned' },
  {
    command: 'curl -o .claude/x https://example.com',
    is: ['environment', 'service'],
    why: 'a network call, whatever its purpose',
  },
])('`$command` is $is: $why', ({ command, is }) => {
  expect(classify('Bash', { command })).toEqual(is);
});

test.each([
  { input: 'curl x', why: 'a string' },
  { input: ['curl', 'x'], why: 'words' },
  { input: { command: ['bash', '-lc', 'curl x'] }, why: 'words for a shell' },
  { input: { cmd: 'curl x' }, why: 'another name' },
  { input: { action: { type: 'exec', command: ['bash', '-lc', 'curl x'] } }, why: "Codex's local_shell_call" },
  { input: { commands: ['ls', 'curl x'] }, why: 'several lines' },
])('a shell finds its command in $input: $why', ({ input }) => {
  expect(classify('shell', input)).toEqual(['environment', 'service']);
});

test.each([
  { tool: 'Read', input: { file_path: '/w/CLAUDE.md' }, is: ['agent'], why: 'instructions' },
  { tool: 'edit', input: { filePath: '/w/.opencode/x.md' }, is: ['agent'], why: 'opencode writes filePath' },
  { tool: 'Glob', input: { pattern: '.claude/**/*.md', path: '/w' }, is: ['agent'], why: 'a pattern below a path' },
  { tool: 'Glob', input: { pattern: '*.md', path: '/w/.claude' }, is: ['agent'], why: 'a path with a pattern' },
  { tool: 'Glob', input: { pattern: '**/*.ts' }, is: ['environment'], why: 'the project' },
  {
    tool: 'Grep',
    input: { pattern: '.claude/x', path: 'src' },
    is: ['environment'],
    why: 'a search pattern is no path',
  },
  {
    tool: 'Write',
    input: { file_path: 'a.md', content: 'see .claude/x' },
    is: ['environment'],
    why: 'written content is no path',
  },
  {
    tool: 'read_many_files',
    input: { paths: ['AGENTS.md', 'a.ts'] },
    is: ['environment'],
    why: 'not only agent files',
  },
  { tool: 'file_change', input: { changes: [{ path: 'AGENTS.md' }] }, is: ['agent'], why: 'changes of Codex' },
  { tool: 'file_change', input: { changes: { 'AGENTS.md': {} } }, is: ['agent'], why: 'by path' },
  {
    tool: 'apply_patch',
    input: '*** Begin Patch\r\n*** Update File: AGENTS.md\r\n*** End Patch',
    is: ['agent'],
    why: 'a patch',
  },
  { tool: 'apply_patch', input: { input: PATCH }, is: ['environment'], why: 'a patch in a field' },
  {
    tool: 'execute_ipython_cell',
    input: { code: 'host = 1\nhttp = 2' },
    is: ['environment'],
    why: 'Python is no shell',
  },
  { tool: 'Monitor', input: { command: 'curl x' }, is: ['environment', 'service'], why: 'it runs a command' },
  { tool: 'cat', input: { path: 'a.ts' }, is: ['environment'], why: 'a program as a tool' },
  { tool: 'cat', input: { path: 'CLAUDE.md' }, is: ['agent'], why: 'on instructions' },
  { tool: 'git', input: { args: ['push'] }, is: ['environment', 'service'], why: 'a program with words' },
  {
    tool: 'git',
    input: { command: 'git push origin' },
    is: ['environment', 'service'],
    why: 'with its own name first',
  },
  { tool: 'git', input: { args: 'status' }, is: ['environment'], why: 'with a line' },
  { tool: 'curl', input: { args: ['x'] }, is: ['environment', 'service'], why: 'a program that calls' },
  { tool: 'mcp__shell__bash', input: { command: 'ls' }, is: ['service'], why: 'MCP, whatever it is called' },
  { tool: 'mcp__fs__read_file', input: { path: 'CLAUDE.md' }, is: ['service'], why: 'whatever it reads' },
  { tool: 'frobnicate', input: {}, is: ['service'], why: 'unknown' },
  { tool: '', input: {}, is: ['service'], why: 'without a name' },
  { tool: 'constructor', input: {}, is: ['service'], why: 'a name that every object inherits' },
  { tool: '__proto__', input: {}, is: ['service'], why: 'and another' },
])('$tool with $input is $is: $why', ({ tool, input, is }) => {
  expect(classify(tool, input)).toEqual(is);
});

test('ignores an argument that cannot be converted to text', () => {
  const hostile = { toString: 1, valueOf: 1 };
  expect(classify('Bash', { command: [hostile, 'curl', 'x'] })).toEqual(['environment', 'service']);
  expect(classify('git', { args: [hostile, 'push'] })).toEqual(['environment', 'service']);
});

test('never throws, and always returns a category', () => {
  const tools = fc.oneof(fc.constantFrom('Bash', 'Read', 'Glob', 'git', 'apply_patch'), fc.string());
  const fields = fc.constantFrom(
    'command',
    'commands',
    'cmd',
    'action',
    'path',
    'paths',
    'changes',
    'args',
    'pattern',
    'input',
  );
  fc.assert(
    fc.property(tools, fc.oneof(fc.dictionary(fields, fc.jsonValue()), fc.anything()), (tool, input) => {
      expect(['environment', 'service', 'agent', 'environment,service']).toContain(classify(tool, input).join());
    }),
  );
});

test('the formula gives the same result', () => {
  expect(compute(classifyV1, classifyV1.example)).toMatchObject({
    categories: ['environment', 'service'],
    formula: 'classify',
    formula_version: '1',
  });
});

function names(list: string): string[] {
  return list.split(/\s+/);
}
