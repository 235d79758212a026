// Document.
import { element } from '../element.js';

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function documentView(editor) {
  const node = element('div');
  void editor;
  return { title: 'Document', node, open: () => node.replaceChildren('…') };
}
