import { parseConfig } from '../../src/config/parse-config.ts';
import { sourceOf } from './source-of.ts';

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
