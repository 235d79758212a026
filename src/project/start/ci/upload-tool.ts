/** The tool that uploads the website to Netlify or Cloudflare, with a lockfile of its own: no other job installs its packages. */
import { isObject, type Json, valueAt } from '../../../values/json.ts';

export const UPLOAD_FOLDER = 'ci/upload';

export const UPLOAD_TOOL = `${UPLOAD_FOLDER}/package.json`;

/** The name of the tool in that file. */
export function uploadTool(manifest: string): string | undefined {
  try {
    const dependencies = valueAt(JSON.parse(manifest) as Json, ['dependencies']);
    return isObject(dependencies) ? Object.keys(dependencies)[0] : undefined;
  } catch {
    return undefined;
  }
}
