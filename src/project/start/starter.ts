/** The files of a new repository: those of templates/starter/, and the editor files generated from the kinds. */
import { memoryFiles } from '../../content/files.ts';
import { readContent, type Content } from '../../content/read-content.ts';
import { editorBindings } from '../../generate/editor/bindings.ts';
import { fileKinds } from '../../kinds/registry.ts';
import { knownAddresses } from '../files/known-addresses.ts';
import { SCHEMAS_FOLDER, schemaFiles } from '../files/schema-files.ts';
import { templateFiles } from './template-files.ts';
import type { FileTexts } from '../files/write-files.ts';

export function starterFiles(): FileTexts {
  const files = templateFiles('starter');
  const bindings = editorBindings(fileKinds, { schemas: `./${SCHEMAS_FOLDER}`, content: CONTENT });
  return {
    ...files,
    '.vscode/settings.json': `${JSON.stringify({ 'yaml.schemas': bindings }, null, 2)}\n`,
    ...schemaFiles(SCHEMAS_FOLDER, knownAddresses([contentOf(files)])),
  };
}

const CONTENT = 'content';

function contentOf(files: FileTexts): Content {
  const inside = Object.entries(files).filter(([path]) => path.startsWith(`${CONTENT}/`));
  const named = inside.map(([path, text]) => [path.slice(CONTENT.length + 1), text]);
  return readContent(memoryFiles(Object.fromEntries(named)), { prefix: '' });
}
