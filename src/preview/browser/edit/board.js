// Board.
import { element } from '../element.js';

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function boardView(editor) {
  const node = element('div');
  void editor;
  return { title: 'Board', node, open: () => node.replaceChildren('…') };
}
