/**
 * `{ $env: NAME }` in a field that is not declared as a secret: it would put a variable into content that others read.
 */
import type { Document } from '../content/document.ts';
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Path } from '../values/json.ts';
import { secretKeyPaths } from '../values/secret-reference.ts';
import { withoutText } from './rules/values/secrets.ts';

/** `sensitive`: the paths of the document's fields for secrets. */
export function misplacedSecrets(document: Document, sensitive: readonly Path[]): readonly Diagnostic[] {
  const places = new Set(sensitive.map((path) => path.join('\0')));
  const isBelow = (path: Path): boolean => path.some((_, index) => places.has(path.slice(0, index).join('\0')));
  return secretKeyPaths(document.data)
    .filter((path) => !isBelow(path))
    .map((path) => misplaced(document, path));
}

function misplaced({ kind, source }: Document, path: Path): Diagnostic {
  const isInNode = kind === 'workflow' && path[0] === 'nodes' && path[2] === 'config';
  const message = isInNode
    ? 'the configuration of a workflow node cannot hold a secret: everyone who can read the workflow can read it'
    : 'this field cannot hold a secret: everyone who can read the content can read it';
  const instead = isInNode ? "enter it in the service's own editor and leave it out of the file" : 'remove it';
  return diagnose('misplaced-secret', withoutText(source.keySpan(path)), message, {
    suggestion: `${instead}; to send \`$env\` as plain data, write \`$$env\``,
  });
}
