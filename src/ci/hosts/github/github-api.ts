import { headerOf, type AnswerHeaders } from '../../../remote/http/exchange.ts';
import { openApi, type Api, type ApiOptions } from '../api.ts';

export function openGitHubApi({ url, token, variable }: Pick<ApiOptions, 'url' | 'token' | 'variable'>): Api {
  return openApi({
    host: 'GitHub',
    url,
    token,
    variable,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'gitcast',
      'x-github-api-version': '2022-11-28',
    },
    nextPage: (headers) => nextPage(headers, url),
    suggest: ({ status, headers }) => {
      if (status === 401) return 'pass the token of the workflow to this step: `GH_TOKEN: ${{ github.token }}`';
      if (status !== 403) return undefined;
      const needed = headerOf(headers, 'x-accepted-github-permissions');
      return needed === undefined ? undefined : `add to the \`permissions\` of the job: ${asInWorkflow(needed)}`;
    },
  });
}

/** `issues=write; pull_requests=write` are alternatives; a workflow spells one `pull-requests: write`. */
const asInWorkflow = (needed: string): string =>
  needed
    .split(';')
    .map((one) => `\`${one.trim().replaceAll('_', '-').replaceAll('=', ': ')}\``)
    .join(' or ');

/** The `Link` header has whole addresses; only one of the API itself is followed. */
function nextPage(headers: AnswerHeaders, url: string): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headerOf(headers, 'link') ?? '')?.[1];
  const base = url.replace(/\/+$/, '');
  return next?.startsWith(`${base}/`) ? next.slice(base.length) : undefined;
}
