import type { Config } from '../config/config.ts';
import { gitIn, type Git } from '../git/git.ts';

/** Git in the project's folder, with the environment that the program passed: it may name another home, key or proxy. */
export const gitOf = ({ root, programEnvironment }: Config): Git => gitIn(root, programEnvironment());
