/** The tool that uploads the website to Netlify or Cloudflare, with a lockfile of its own: no other job installs its packages. */
import { markIn } from './written-mark.ts';
import { isObject, type Json, valueAt } from '../../values/json.ts';

export const UPLOAD_FOLDER = 'ci/upload';

export const UPLOAD_TOOL = `${UPLOAD_FOLDER}/package.json`;

export const UPLOAD_LOCK = `${UPLOAD_FOLDER}/package-lock.json`;

/** A file of CI that installs the tool, or the script that was written for a host which needs it. */
export const usesUploadTool = (text: string): boolean =>
  text.includes(UPLOAD_FOLDER) || /--publish (?:netlify|cloudflare)\b/.test(markIn(text)?.command ?? '');

/** The name of the tool in that file. */
export function uploadTool(manifest: string): string | undefined {
  try {
    const dependencies = valueAt(JSON.parse(manifest) as Json, ['dependencies']);
    return isObject(dependencies) ? Object.keys(dependencies)[0] : undefined;
  } catch {
    return undefined;
  }
}
