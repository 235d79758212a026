// Documents.
import { element } from '../element.js';

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function documentsView(editor) {
  const node = element('div');
  void editor;
  return { title: 'Documents', node, open: () => node.replaceChildren('…') };
}
