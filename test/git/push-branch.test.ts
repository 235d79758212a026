import { expect, it } from 'vitest';
import { requestAt } from '../../src/git/push-branch.ts';

it.each([
  ['git@github.com:harbour/site.git', 'https://github.com/harbour/site/pull/new/edit/x%20y'],
  ['https://ana:secret@github.com/harbour/site', 'https://github.com/harbour/site/pull/new/edit/x%20y'],
  [
    'ssh://git@gitlab.example:2222/harbour/site.git',
    'https://gitlab.example/harbour/site/-/merge_requests/new?merge_request[source_branch]=edit/x%20y',
  ],
  ['https://codeberg.org/harbour/site.git/', 'https://codeberg.org/harbour/site/compare/main...edit/x%20y'],
  ['http://gitea.example:3000/h/site.git', 'http://gitea.example:3000/h/site/compare/main...edit/x%20y'],
  ['git@bitbucket.org:h/site.git', 'https://bitbucket.org/h/site/pull-requests/new?source=edit/x%20y'],
  ['git@forge.example:h/site.git', undefined],
  ['/srv/git/site.git', undefined],
  ['../site.git', undefined],
  ['C:\\git\\site.git', undefined],
  ['file:///srv/github.com/site.git', undefined],
])('the address of a pull request at %s is %s', (remote, url) => {
  expect(requestAt(remote, 'edit/x y', 'main')).toBe(url);
});
