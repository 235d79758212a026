// The requests of the editor. An answer is one of the types in src/editing/protocol.ts, or says why there is none.
import { post, send } from '../server.js';

let unanswered = 0;
/** Somebody waits for what they asked for. */
export const isAsking = () => unanswered > 0;

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
function counted(answer) {
  unanswered++;
  return answer.finally(() => unanswered--);
}

/**
 * @param {string} name
 * @param {object} [body]
 * @returns {Promise<any>} `{ type: 'refused', reason }` if the server refuses or is gone
 */
export const ask = async (name, body = {}) => orRefused(await counted(post(`edit/${name}`, body)));

/**
 * A new file among the media: its value in documents.
 *
 * @param {File} file
 * @returns {Promise<any>}
 */
export const upload = async (file) =>
  orRefused(
    await counted(
      send(`edit/upload?name=${encodeURIComponent(file.name)}`, {
        body: file,
        type: file.type || 'application/octet-stream',
      }),
    ),
  );

const orRefused = (answer) => (answer.reason === undefined ? answer : { type: 'refused', ...answer });

/** @type {Promise<import('../../../editing/protocol.ts').Forms> | undefined} */
let asked;

/** The declarations that forms are made from: asked for once. */
export const forms = () => (asked ??= ask('forms'));
