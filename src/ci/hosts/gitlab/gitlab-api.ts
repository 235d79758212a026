import { headerOf } from '../../../remote/http/exchange.ts';
import { openApi, type Api, type ApiOptions } from '../api.ts';

export const openGitLabApi = ({ url, token, variable }: Pick<ApiOptions, 'url' | 'token' | 'variable'>): Api =>
  openApi({
    host: 'GitLab',
    url,
    token,
    variable,
    headers: { 'private-token': token, 'user-agent': 'gitcast' },
    nextPage: (headers, path) => {
      const page = headerOf(headers, 'x-next-page') ?? '';
      if (page === '') return undefined;
      const [start = '', query] = path.split('?');
      const next = new URLSearchParams(query);
      next.set('page', page);
      return `${start}?${next}`;
    },
    suggest: ({ status }) =>
      status === 401 || status === 403
        ? 'set the variable GITCAST_TOKEN to a project access token with the scopes api and write_repository, and the role Maintainer'
        : undefined,
  });
