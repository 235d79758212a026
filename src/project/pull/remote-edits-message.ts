/** The commit message for remote edits: the changed files, and the deliveries that reported them. */
import type { ChangedFile } from '../../git/side-branch.ts';
import { isObject } from '../../values/json.ts';
import type { Delivery } from '../../webhooks/receiver.ts';

interface Parts {
  readonly files: readonly ChangedFile[];
  readonly deliveries: readonly Delivery[];
  readonly target: string;
  /** The path of the content folder in the repository, with a slash at its end. */
  readonly content: string;
}

const MOST = 50;

export function commitMessage({ files, deliveries, target, content }: Parts): string {
  const [first] = files;
  const what = files.length === 1 ? addressOf(first!.path, content) : `${files.length} files`;
  const changes = files.map(({ change, path }) => `- ${path} (${change})`);
  const reported = deliveries.map((delivery) => `- ${deliveryLine(delivery)}`);
  return [
    `content: ${what} as edited on ${target}`,
    '',
    ...shortened(changes),
    ...(reported.length === 0 ? [] : ['', 'Reported by the webhook:', ...shortened(reported)]),
  ].join('\n');
}

const addressOf = (path: string, content: string): string =>
  (path.startsWith(content) ? path.slice(content.length) : path).replace(/\.(?:yaml|yml|md)$/, '');

/** A delivery is foreign text: it must not add a line to the commit message. */
function deliveryLine({ id, type, data }: Delivery): string {
  const resource = isObject(data) ? (data['id'] ?? data['_id']) : undefined;
  return [type, ...(typeof resource === 'string' ? [`of ${resource}`] : []), `(delivery ${id})`].map(plain).join(' ');
}

const plain = (text: string): string => text.replaceAll(/[^\w.()\- ]/g, '?').slice(0, 80);

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST ? lines : [...lines.slice(0, MOST), `- and ${lines.length - MOST} more`];
}
