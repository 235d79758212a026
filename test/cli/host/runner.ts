/**
 * How GitHub's runner reads the output of a step, recorded from its behaviour: after leading white space a line that begins
 * with `::NAME …::` is a command, and so is `##[NAME …]` anywhere in one. Similar hosts have other names.
 */
const NAMES = new Set(
  'add-mask add-path set-env set-output save-state debug notice warning error group endgroup echo add-matcher remove-matcher stop-commands'.split(
    ' ',
  ),
);

export interface RunnerCommand {
  readonly name: string;
  readonly line: string;
}

export function commandsIn(output: string): readonly RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const modern = /^::(?<name>[^ ]*?)(?: [^]*?)?::/u.exec(line.trimStart())?.groups!['name'];
    const old = /##(?:vso|teamcity)?\[(?<name>[^ \]]*)/u.exec(line)?.groups!['name'];
    const name = [modern, old].find(
      (each) => each !== undefined && (NAMES.has(each.toLowerCase()) || line.includes('##vso')),
    );
    return name === undefined ? [] : [{ name, line }];
  });
}
