/** `gitcast dev` on a copy of the demo in a repository of its own, for those who edit it. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/program.ts';
import { DevCommand } from './dev-command.ts';

export class DemoEditor {
  readonly dev = DevCommand.prepare({});

  /** `prepare`: changes files before they are committed. */
  static async start(prepare?: (dev: DevCommand) => void): Promise<DemoEditor> {
    const demo = new DemoEditor();
    for (const name of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, name), join(demo.dev.folder, name), { recursive: true });
    demo.dev.write('.gitignore', '.gitcast/\n');
    prepare?.(demo.dev);
    demo.git('init', '-q', '-b', 'main');
    demo.git('config', 'user.name', 'Ada');
    demo.git('config', 'user.email', 'ada@harbour.example');
    demo.git('add', '.');
    demo.git('commit', '-qm', 'content');
    await demo.dev.run(['--no-sync']);
    return demo;
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', words, { cwd: this.dev.folder, encoding: 'utf8' }).trim();
  }

  /** The lines of existing files that differ from the first commit, without those around them. */
  changedLines(): readonly string[] {
    return this.git('diff', '-U0', '--diff-filter=M', 'main', '--', 'content')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line));
  }

  end(): Promise<void> {
    return this.dev.end();
  }
}
