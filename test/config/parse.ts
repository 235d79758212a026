import type { ConfigSource } from '../../src/config/check-settings.ts';
import { parseConfig } from '../../src/config/parse-config.ts';
import { Source } from '../../src/content/source.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';

/** A configuration file as the command line reads it. */
export function sourceOf(text: string): ConfigSource {
  const source = new Source('gitcast.config.yaml', text);
  const { data } = readYaml(text);
  return { data, keySpan: (path) => source.keySpan(path), valueSpan: (path) => source.valueSpan(path) };
}

/** A configuration in a project without variables. */
export const parse = (text: string) =>
  parseConfig(sourceOf(text), {
    root: '/festival',
    file: 'gitcast.config.yaml',
    variable: () => undefined,
    environment: () => undefined,
    programEnvironment: () => ({}),
    sharedFolders: [],
  });
