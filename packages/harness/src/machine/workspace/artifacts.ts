// in any folder. a link in place of an artifact folder counts too, because it decides what agents find there
const FILE =
  /(^|\/)((CLAUDE|AGENTS|GEMINI)\.md|\.mcp\.json|\.cursorrules|\.claude|\.cursor|\.claude\/settings[^/]*\.json)$/;
const FOLDER = /(^|\/)(\.claude\/(skills|commands|agents|hooks)|\.cursor\/rules|\.codex|\.gemini)(\/|$)/;

// empty or relative path parts, `.git`, and files of installed packages
const NEVER = /(^|\/)(|\.|\.\.|\.git|node_modules)(\/|$)/i;

/** Whether a file at this path steers agents. */
export const isArtifact = (path: string): boolean => !NEVER.test(path) && (FILE.test(path) || FOLDER.test(path));
