import type { ConfigSource } from '../../src/config/check-settings.ts';
import { Source } from '../../src/content/source.ts';
import { readYaml } from '../../src/content/yaml-tree.ts';

/** A configuration file as the command line reads it. */
export function sourceOf(text: string): ConfigSource {
  const source = new Source('gitcast.config.yaml', text);
  const { data } = readYaml(text);
  return { data, keySpan: (path) => source.keySpan(path), valueSpan: (path) => source.valueSpan(path) };
}
