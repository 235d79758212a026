import { UserError } from '../diagnostics/errors.ts';

/** The packages that only some services need, and what for. */
const PURPOSES = { pg: 'a PostgreSQL database needs', 'prom-client': 'metrics need' };

/** Loads a module that needs such a package. If it is not installed, the error says how to install it. */
export async function loadWith<T>(name: keyof typeof PURPOSES, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new UserError(`${PURPOSES[name]} the package ${name}, which is not installed`, {
      suggestion: `run npm install ${name}`,
      cause: error,
    });
  }
}
