import { readFileSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { kinds } from '../../kinds/registry.ts';
import { defineCommand, shown } from '../command.ts';
import { projectOf } from '../open-project.ts';
import { candidates } from '../candidates.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const command = defineCommand({
  arguments: [
    { name: 'SHELL', required: true, about: `The shell: ${SHELLS.join(', ')}`, completes: SHELLS },
    { name: 'WORD', many: true, hidden: true, about: 'After candidates: the words typed so far' },
  ],
  examples: [
    { line: 'gitcast completion bash > ~/.gitcast.sh', about: 'For ~/.bashrc: source ~/.gitcast.sh' },
    { line: 'gitcast completion zsh > ~/.gitcast.sh', about: 'For ~/.zshrc, after compinit: source ~/.gitcast.sh' },
    { line: 'gitcast completion fish | source', about: 'For ~/.config/fish/config.fish' },
  ],
  async run(invocation) {
    const [shell, ...words] = invocation.arguments;
    if (shell === 'candidates') {
      const project = projectOf(invocation);
      const found = await candidates(words, async (completes) =>
        completes === 'kind' ? kinds.map(({ name }) => name) : (await project.names())[completes],
      );
      return shown({ candidates: found }, () => found.map((each) => `${each}\n`).join(''));
    }
    if (!SHELLS.some((each) => each === shell)) {
      throw new UserError(`there is no completion for ${shell}`, { suggestion: `use one of ${SHELLS.join(', ')}` });
    }
    const template = new URL(`../../../templates/completion/gitcast.${shell}`, import.meta.url);
    const script = readFileSync(template, 'utf8');
    return shown({ script }, () => script);
  },
});
