// in the root and in any folder below it. what stands in place of a folder of artifacts, such as a link, decides
// what is found there, and so is one too
const FILE =
  /(^|\/)((CLAUDE|AGENTS|GEMINI)\.md|\.mcp\.json|\.cursorrules|\.claude|\.cursor|\.claude\/settings[^/]*\.json)$/;
const FOLDER = /(^|\/)(\.claude\/(skills|commands|agents|hooks)|\.cursor\/rules|\.codex|\.gemini)(\/|$)/;

// no name of a file, a repository's own folder, and what packages bring for those who work on them
const NEVER = /(^|\/)(|\.|\.\.|\.git|node_modules)(\/|$)/i;

/** Whether a file at this path steers agents. */
export const isArtifact = (path: string): boolean => !NEVER.test(path) && (FILE.test(path) || FOLDER.test(path));
