// Changes.
import { element } from '../element.js';

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function changesView(editor) {
  const node = element('div');
  void editor;
  return { title: 'Changes', node, open: () => node.replaceChildren('…') };
}
