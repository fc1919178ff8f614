/** The kind of a tool, by its name in any supported agent, ignoring case and separators. */
export type ToolKind = 'shell' | 'file' | 'process' | 'agent' | 'other';

/** Tools whose input is a command line; `Monitor` watches what its command prints. */
const SHELL = names(`
  bash shell terminal exec sh zsh powershell execute commandexecution localshell localshellcall shellcommand execcommand unifiedexec containerexec
  runshellcommand runcommand executecommand executebash runterminalcmd runinterminal runbash cmdrun run monitor`);

/** Tools that read, search or change files. */
const FILE = names(`
  read write edit multiedit glob grep list ls view create insert replace delete move rename patch
  readfile readmanyfiles readfiles writefile editfile createfile deletefile movefile copyfile renamefile
  listdirectory listdir listfiles createdirectory directorytree filechange fileread filewrite fileedit
  notebookread notebookedit editnotebook readnotebook createnewjupyternotebook
  applypatch applydiff strreplaceeditor strreplacebasededittool strreplace searchreplace inserteditintofile undoedit
  searchfilecontent grepsearch ripgrep rg filesearch searchfiles codebasesearch semanticsearch testsearch findfiles finder findfile
  globfilesearch semsearch grepfiles searchdir searchfile filemap open goto scrollup scrolldown reapply showfile fileeditor
  writetofile replaceinfile insertcontent searchandreplace listcodedefinitionnames
  readlints lsp lspdiagnostics getdiagnostics geterrors listcodeusages viewimage readimage`);

/** Tools that manage what a shell tool started, and other parts of the machine. */
const PROCESS = names(`
  bashoutput killbash killshell writestdin readterminal getterminaloutput terminallastcommand listprocesses killprocess
  runtests runtask getchangedfiles gitdiff gitstatus gitcommit gitlog enterworktree exitworktree jsrepl
  writebash readbash stopbash listbash writepowershell readpowershell stoppowershell listpowershell
  listbackgroundprocesses readbackgroundoutput executeipythoncell runipython`);

/** Internal to the agent: tool discovery, task lists, planning, questions, skills, sub-agents, memory, thinking. */
const AGENT = names(`
  toolsearch listtools listtoolsets searchtools toolsuggest clihelp getinternaldocs fetchcopilotclidocumentation
  fetchrules fetchinstructions invalid
  task agent taskcreate taskupdate taskget tasklist taskoutput taskstop spawnagent waitagent closeagent sendinput wait delegatetoagent newtask completetask
  runsubagent subagent codebaseinvestigator generalist invokeagent delegate resumeagent readagent listagents collab
  sendmessage workflow teamcreate teamdelete croncreate crondelete cronlist schedulewakeup reportfindings
  tasktracker taskcomplete trackercreatetask trackerupdatetask trackergettask trackerlisttasks trackeradddependency
  trackervisualize updatetopic todo updatetodo updatetodos
  todoread todowrite todolist writetodos readtodos managetodolist updatetodolist updateplan plan createplan
  enterplanmode exitplanmode planexit planenter planmoderespond switchmode switchagent
  askuserquestion askfollowupquestion askuser askquestion requestuserinput question reportintent requestpermissions
  skill activateskill loadskill slashcommand savememory memory creatememory updatememory storememory
  think thinking reasoning sequentialthinking structuredoutput attemptcompletion finish submit
  exitforfeit requestcondensation`);

/** Programs that some agents offer as separate tools. */
const PROGRAMS = names(`
  cat head tail echo ln tree tar sed awk find mkdir rm cp mv touch chmod chown cd pwd which whereis file stat du df sort uniq wc diff tr cut xargs
  git npm npx yarn pnpm bun pip pip3 uv poetry cargo go bundle gem composer brew apt apt-get
  make cmake tsc node deno python python3 pytest ruby java javac mvn gradle dotnet docker kubectl jest vitest`);

export function toolKind(tool: string): ToolKind {
  const name = normalize(tool);
  if (SHELL.has(name)) return 'shell';
  if (AGENT.has(name)) return 'agent';
  if (FILE.has(name) || /^(file|fs|dir)_/i.test(tool)) return 'file';
  return PROCESS.has(name) ? 'process' : 'other';
}

/** Whether a tool is named after a program, so that its name begins a command line. */
export const isProgram = (tool: string): boolean => PROGRAMS.has(normalize(tool));

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(normalize));
}

function normalize(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  // Cursor's readToolCall
  return plain.replace(/(?<=.)toolcall$/, '');
}
