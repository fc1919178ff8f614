import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REJECTIONS, type RejectionReason } from '../rejection.ts';

/** Formats of the folder of a task besides a scenario. */
export type TaskFolderFormat = 'harbor';

/** A commit that became a task. */
export interface MinedTask {
  readonly name: string;
  readonly commit: string;
  readonly date: string;
  /** Relative to the folder of the index. */
  readonly folder: string;
  readonly command: string;
  readonly fail_to_pass: readonly string[];
  readonly pass_to_pass_count: number;
  /** Tests that were left out, because they are flaky. */
  readonly flaky: readonly string[];
  readonly files: number;
  readonly lines: number;
  readonly proven: true;
  readonly underspecified: boolean;
  /** Whether a model wrote the instruction. */
  readonly rewritten?: true;
  /** How its folder is written. Absent: as a scenario. */
  readonly format?: TaskFolderFormat;
  readonly wall_ms: number;
}

/** A commit that did not. */
export interface RejectedCommit {
  readonly commit: string;
  readonly date: string;
  readonly subject: string;
  readonly reason: RejectionReason;
  readonly detail: string;
  /** What was asked for: with other options, the commit is tried again. */
  readonly options: string;
  readonly wall_ms: number;
}

export type IndexEntry = MinedTask | RejectedCommit;

export const isTask = (entry: IndexEntry): entry is MinedTask => 'proven' in entry;

// a name that is not taken for a scenario
const FILE = 'index.jsonl';

/** What is known of the commits of a repository: one line each, so that a kill loses at most the last. */
export interface MinedIndex extends AsyncDisposable {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  add(entry: IndexEntry): Promise<void>;
}

export async function openIndex(folder: string): Promise<MinedIndex> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, FILE);
  const entries = new Map((await readEntries(folder)).map((entry) => [entry.commit, entry]));
  return {
    entries,
    async add(entry) {
      entries.set(entry.commit, entry);
      // a line that a kill cut short must not swallow the next
      await appendFile(file, `\n${JSON.stringify(entry)}`);
    },
    // the index for people, however mining ends
    async [Symbol.asyncDispose]() {
      const part = join(folder, 'README.md.part');
      await writeFile(part, formatIndex([...entries.values()]));
      await rename(part, join(folder, 'README.md'));
    },
  };
}

/** The folders of the tasks in an index; empty if the folder has none. */
export const readMinedFolders = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set((await readEntries(folder)).filter(isTask).map((task) => task.folder));

/** The lines of an index, the oldest first; none if the folder has none. */
export async function readEntries(folder: string): Promise<IndexEntry[]> {
  const lines = (await readFile(join(folder, FILE), 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => parseLine(line) ?? []);
}

function parseLine(line: string): IndexEntry | undefined {
  try {
    const entry = JSON.parse(line) as IndexEntry;
    return typeof entry.commit === 'string' && ('proven' in entry || entry.reason in REJECTIONS) ? entry : undefined;
  } catch {
    return undefined;
  }
}

const describeInstruction = ({ rewritten, underspecified }: Pick<MinedTask, 'rewritten' | 'underspecified'>): string =>
  `${rewritten ? 'by a model' : 'from the message'}${underspecified ? ', completed from the tests' : ''}`;

/** The index as Markdown: tasks with their size, then how many commits were left out, and why. */
function formatIndex(entries: readonly IndexEntry[]): string {
  const tasks = entries.filter(isTask).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const rejected = entries.filter((entry): entry is RejectedCommit => !isTask(entry));
  const reasons = Object.entries(Object.groupBy(rejected, ({ reason }) => reason))
    .map(([reason, all]) => ({ reason: reason as RejectionReason, count: all?.length ?? 0 }))
    .toSorted((a, b) => b.count - a.count);
  return [
    '# Mined tasks',
    '',
    `Written by \`assay mine\`. ${tasks.length} of ${entries.length} commits became tasks. All of them are proven.`,
    ...(tasks.some(({ format }) => format === undefined)
      ? ['', 'On another machine, first install what they need: run `assay env build` with this folder.']
      : []),
    '',
    '| Task | Date | Files | Lines | Tests to fix | Tests to keep | Instruction |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...tasks.map(
      ({ name, date, files, lines, fail_to_pass, pass_to_pass_count, ...task }) =>
        `| ${name} | ${date.slice(0, 10)} | ${files} | ${lines} | ${fail_to_pass.length} | ${pass_to_pass_count} | ${describeInstruction(task)} |`,
    ),
    '',
    '| Not a task because the commit … | Commits |',
    '| --- | --- |',
    ...reasons.map(({ reason, count }) => `| \`${reason}\`: ${REJECTIONS[reason]} | ${count} |`),
    '',
  ].join('\n');
}
