/** Fields in which agents' tools pass a command line. */
export const COMMAND_FIELDS = [
  'command',
  'cmd',
  'commands',
  'script',
  'code',
  'commandLine',
  'command_line',
  'argv',
  'action',
];

/** Fields in which agents' tools pass file paths. */
export const PATH_FIELDS = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'dir_path',
  'directory',
  'target_file',
  'filename',
  'file',
  'uri',
  'paths',
  'files',
  'changes',
];
