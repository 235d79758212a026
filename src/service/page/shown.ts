/** The parts of a record, webhook or request that the page may show: names, never credentials or personal data. */
import { kinds, kindNamed } from '../../kinds/registry.ts';
import { fieldsOf, type StoredRecord } from '../store/records.ts';

const TITLE_FIELDS = ['title', 'name', 'fontFamily', 'mediaUrl'];

export function titleOf(record: StoredRecord): string {
  // Kinds without a folder hold personal data or history: contacts, members, clients.
  if (kindNamed(record.kind).folder === undefined) return '';
  const fields = fieldsOf(record);
  if (record.kind === 'webhook') return hostOf(fields['url']);
  const title = TITLE_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? shorten(title) : '';
}

/** The path of a webhook's address is often a credential. */
export function hostOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
}

const QUERY_NAMES = new Set(
  kinds.flatMap(({ operations }) => operations.flatMap(({ query }) => query.map(({ name }) => name))),
);

/** A request's path, with the values of known parameters only: a key in the wrong place is not shown. */
export function pathOf(path: string): string {
  // Not parsed as a URL, because the requested path may not be a valid one.
  const [pathname = '', ...rest] = path.split('?');
  const query = [...new URLSearchParams(rest.join('?'))]
    .map(([name, value]) => `${name}=${QUERY_NAMES.has(name) ? value : '…'}`)
    .join('&');
  const brief = pathname.replace(/^\/v1\/users\/[^/]+\/broadcasts\/[^/]+/, '/v1/users/…/broadcasts/…');
  return shorten(query === '' ? brief : `${brief}?${query}`);
}

const LONGEST = 160;
const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
