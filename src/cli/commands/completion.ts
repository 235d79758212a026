import { UserError } from '../../diagnostics/errors.ts';
import { kinds } from '../../kinds/registry.ts';
import { defineCommand, type Command, type CommandEntry, type Completes } from '../command.ts';
import { projectOf } from '../open-project.ts';
import { candidates } from '../candidates.ts';

/** The scripts that connect a shell to `gitcast completion candidates`. Without candidates, files are completed. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_gitcast() {
  local IFS=$'\\n'
  COMPREPLY=($(gitcast completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _gitcast gitcast
`,
  zsh: `#compdef gitcast
_gitcast() {
  local -a found
  found=("\${(@f)$(gitcast completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- $found; else _files; fi
}
if (( $+functions[compdef] )); then compdef _gitcast gitcast; fi
`,
  fish: `function __gitcast_candidates
  set -l words (commandline -opc) (commandline -ct)
  gitcast completion candidates -- $words[2..-1] 2>/dev/null
end
complete -c gitcast -a '(__gitcast_candidates)'
`,
};

/** `commands`: all of them, this one included. */
export const completionOf = (commands: readonly CommandEntry[]): Command =>
  defineCommand({
    arguments: [
      { name: 'SHELL', required: true, about: `The shell: ${SHELLS.join(', ')}`, completes: SHELLS },
      { name: 'WORD', many: true, about: 'For the scripts: candidates, and the words typed so far' },
    ],
    options: {},
    examples: [
      { line: 'gitcast completion bash', about: 'For ~/.bashrc: eval "$(gitcast completion bash)"' },
      { line: 'gitcast completion zsh', about: 'For ~/.zshrc: eval "$(gitcast completion zsh)"' },
      { line: 'gitcast completion fish', about: 'For ~/.config/fish: gitcast completion fish | source' },
    ],
    async run(invocation) {
      const [shell, ...words] = invocation.arguments;
      if (shell === 'candidates') {
        const project = projectOf(invocation);
        const values = async (completes: Exclude<Completes, readonly string[]>): Promise<readonly string[]> =>
          completes === 'kind' ? kinds.map(({ name }) => name) : (await project.names())[completes];
        const found = await candidates(words, {
          commands: commands.map(({ name }) => name),
          command: async (name) => commands.find((each) => each.name === name)?.load(),
          values,
        });
        return { exitCode: 0, json: { candidates: found }, human: () => found.map((each) => `${each}\n`).join('') };
      }
      const known = SHELLS.find((each) => each === shell);
      if (known === undefined) {
        throw new UserError(`there is no completion for ${shell}`, { suggestion: `use one of ${SHELLS.join(', ')}` });
      }
      return { exitCode: 0, json: { script: SCRIPTS[known] }, human: () => SCRIPTS[known] };
    },
  });
