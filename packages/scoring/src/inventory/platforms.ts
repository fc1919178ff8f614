/**
 * The platforms and tools that a condition names, such as `hurd` in `#[cfg_attr(target_os = "hurd", ignore)]`. Variables
 * of the environment are none: a change can set them anywhere.
 */
export function platformsIn(condition: string): string[] {
  // most conditions name none
  if (!/target_|platform|cfg|build/.test(condition)) return [];
  const named = [...condition.matchAll(VALUES)].map(([, value = '']) => value);
  const code = condition.replaceAll(/"[^"]*"/g, '""');
  const bare = /^#!?\[cfg|^\/\/ ?(?:go:build|\+build)\b/.test(code) ? (code.match(/\b[a-z]\w*/g) ?? []) : [];
  return [...named, ...bare.filter((word) => !FRAME.test(word))];
}

const VALUES = /\b(?:target_\w+|platform)\b[^"'()]{0,20}(?:\(\)[^"']{0,20}|\()?["']([\w-]+)["']/g;
const FRAME = /^(?:cfg|cfg_attr|not|any|all|ignore|feature|test|target_\w+|go|build)$/;
