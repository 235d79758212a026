/** The YAML language server of editors, with the schemas from `gitcast schema` configured as by `gitcast init`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService, SchemaPriority } from 'yaml-language-server';
import { editorBindings } from '../../src/generate/editor/editor-schemas.ts';
import { kinds } from '../../src/kinds/registry.ts';

type Check = (path: string, text: string) => Promise<readonly string[]>;

/** Reports the problems that an editor would underline in a file. */
export function startYamlServer(repository: string): Check {
  const failures: string[] = [];
  const service = getLanguageService({
    schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
    // The server catches its own errors, and then reports no problems.
    telemetry: {
      send: () => {},
      sendTrack: () => {},
      sendError: (name, error) => void failures.push(`${name}: ${String(error)}`),
    },
  });
  service.configure({
    validate: true,
    schemas: Object.entries(editorBindings(kinds, { schemas: '.vscode/gitcast', content: 'content' })).map(
      ([schema, fileMatch]) => ({
        uri: pathToFileURL(join(repository, schema)).href,
        fileMatch: [...fileMatch],
        priority: SchemaPriority.Settings,
      }),
    ),
  });
  // It caches the content of each version of a file.
  let version = 0;
  return async (path, text) => {
    const uri = pathToFileURL(join(repository, path)).href;
    const problems = await service.doValidation(TextDocument.create(uri, 'yaml', ++version, text), false);
    return [
      ...failures.splice(0),
      ...problems.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`),
    ];
  };
}
