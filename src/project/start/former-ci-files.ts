/** The files that `init --ci` of an earlier version wrote, with the scripts that `gitcast ci` has replaced. */
import { filledFiles, type CiHost, type CiPublish, type CiSubject } from './ci-files.ts';
import type { FileTexts } from '../files/write-files.ts';

/** What that version would have written for this repository. */
export function formerCiFiles(host: CiHost, subject: CiSubject & { readonly publish: CiPublish }): FileTexts {
  if (host === 'none') return {};
  const { publish, workspace, promote } = subject;
  const upload = publish === 'netlify' || publish === 'cloudflare' ? [publish] : [];
  const isGithub = host === 'github';
  const folders =
    host === 'script'
      ? ['common', ...upload]
      : [
          'common',
          host,
          ...(isGithub && workspace && publish === 'pages'
            ? []
            : [publish === 'pages' ? `${host}-pages` : `${host}-publish`]),
          ...(isGithub ? [workspace ? 'github-workspace' : 'github-schedule'] : []),
          ...(promote === 'none' || workspace ? [] : [`${host}-promote`]),
          ...upload,
          ...(isGithub && !workspace && upload.length > 0 ? ['github-preview'] : []),
        ];
  return filledFiles(
    folders.map((folder) => `former/${folder}`),
    subject,
  );
}
