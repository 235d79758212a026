/** Servers of this project that answer a request before they have read its body. */
import { useService } from '../contract/service.ts';
import { useEditor } from '../project/edit/editor.ts';
import { MEBIBYTE } from './endless-body.ts';

export interface Refusing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The length of a body that is refused. */
  readonly bytes: number;
}

export const AT_ONCE = 4;

/** Each by its name. */
export function refusingServers(): Readonly<Record<string, () => Refusing>> {
  const service = useService();
  const site = useEditor();
  return {
    'the service': () => ({
      url: `${service.url}/v1/events`,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      bytes: 6 * MEBIBYTE,
    }),
    'the editor': () => ({
      url: `${site.url}/__gitcast/edit/change`,
      headers: { origin: site.url, 'x-gitcast-token': site.token },
      bytes: 6 * MEBIBYTE,
    }),
  };
}
