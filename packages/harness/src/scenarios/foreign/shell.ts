/** Runs commands in sequence until one fails, each in its own subshell. */
export const sequence = (commands: readonly string[]): string =>
  commands.map((command) => `(\n${command}\n)`).join(' &&\n');
