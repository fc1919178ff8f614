/** Text as one word of a shell command. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Commands one after the other until one fails, each in a shell of its own. */
export const sequence = (commands: readonly string[]): string =>
  commands.map((command) => `(\n${command}\n)`).join(' &&\n');
