import { decodeReferences } from '../../markdown/references.ts';
import { escapeAttribute } from '../sanitise/escape.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Reads a tag of canonical HTML, where every value is in double quotes. */
export function readAttributes(tag: string): Attributes {
  return Object.fromEntries(
    [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeReferences(value!)]),
  );
}

export function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const name in attributes) written += ` ${name}="${escapeAttribute(attributes[name]!)}"`;
  return written;
}
