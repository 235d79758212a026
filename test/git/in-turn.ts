/**
 * The words of one git that runs several commands of git one after the other, until one fails, and prints all their output. A
 * shell that git starts runs them, because starting a program takes much longer from a large process than from a shell.
 */
export function inTurn(...commands: readonly (readonly string[])[]): readonly string[] {
  const lines = commands.map((words) => `git ${words.map(quoted).join(' ')}`);
  return ['-c', `alias.in-turn=!${lines.join(' && ')}`, 'in-turn'];
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
