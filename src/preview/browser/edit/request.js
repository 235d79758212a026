// The requests of the editor. An answer is one of the types in src/editing/protocol.ts, or says why there is none.
import { post } from '../server.js';

/**
 * @param {string} name
 * @param {object} [body]
 * @returns {Promise<any>} `{ type: 'refused', reason }` if the server refuses or is gone
 */
export async function ask(name, body = {}) {
  const answer = await post(`edit/${name}`, body);
  return answer.reason === undefined ? answer : { type: 'refused', ...answer };
}

/** @type {Promise<import('../../../editing/protocol.ts').Forms> | undefined} */
let asked;

/** The declarations that forms are made from: asked for once. */
export const forms = () => (asked ??= ask('forms'));
