#!/usr/bin/env node
/* oxlint-disable no-console */
// GitHub cannot run on this machine, so this replaces `gh api` in the tests: it keeps comments and pull requests in the file
// $FAKE_GH, answers the calls of ci/github.sh, and supports the filters that it uses. Everything else is refused.
import { readFileSync, writeFileSync } from 'node:fs';

const FILTERS = {
  '.artifacts[0] // empty | [.id, .size_in_bytes] | @tsv': ({ artifacts: [first] }) =>
    first ? [`${first.id}\t${first.size_in_bytes}`] : [],
  '.head.sha': ({ head }) => [head.sha],
  '.[0].number // empty': ([first]) => (first ? [first.number] : []),
  '.[] | [.id, .user.login, ((.body // "") | split("\\n")[0] // "")] | @tsv': (comments) =>
    comments.map(({ id, user, body }) => [id, user.login, body.split('\n')[0]].join('\t')),
};

const [verb, ...words] = process.argv.slice(2);
if (verb !== 'api') throw new Error(`the fake gh has no ${verb}`);
const call = { method: 'GET', fields: {} };
while (words.length > 0) {
  const word = words.shift();
  if (word === '--method') call.method = words.shift();
  else if (word === '--jq') call.jq = words.shift();
  else if (word === '-f' || word === '-F') {
    const [, name, value] = /^(.*?)=(.*)$/s.exec(words.shift());
    call.fields[name] = word === '-F' && value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value;
  } else if (word !== '--silent' && word !== '--paginate') call.path = word;
}

const world = JSON.parse(readFileSync(process.env.FAKE_GH, 'utf8'));
if (!process.env.GH_TOKEN) throw new Error('no token');
const answer = answerTo(call);
world.calls.push(`${call.method} ${call.path}`);
writeFileSync(process.env.FAKE_GH, JSON.stringify(world));
if (Buffer.isBuffer(answer)) process.stdout.write(answer);
else if (call.jq !== undefined) for (const line of FILTERS[call.jq](answer)) console.log(line);

function answerTo({ method, path, fields }) {
  const [route, ...ids] = routeOf(path.replace(/^repos\/orchard\/festival\//, '').replace(/\?.*/, ''));
  switch (`${method} ${route}`) {
    case 'GET actions/runs/N/artifacts':
      return { artifacts: world.artifact ? [{ id: 5, size_in_bytes: world.artifact.size }] : [] };
    case 'GET actions/artifacts/N/zip':
      return readFileSync(world.artifact.file);
    case 'GET pulls/N':
      return { head: { sha: world.heads[ids[0]] ?? 'none' } };
    case 'GET issues/N/comments':
      return world.comments;
    case 'POST issues/N/comments':
      return world.comments.push({
        id: 100 + world.comments.length,
        on: ids[0],
        user: { login: 'github-actions[bot]' },
        body: fields.body,
      });
    case 'PATCH issues/comments/N':
      return Object.assign(
        world.comments.find(({ id }) => String(id) === ids[0]),
        { body: fields.body },
      );
    case 'GET pulls':
      return world.pulls.filter(({ head, base }) => fields.head === `orchard:${head}` && fields.base === base);
    case 'POST pulls':
      return world.pulls.push({ number: 40 + world.pulls.length, ...fields });
    case 'PATCH pulls/N':
      return Object.assign(
        world.pulls.find(({ number }) => String(number) === ids[0]),
        fields,
      );
    default:
      throw new Error(`the fake gh has no ${method} ${path}`);
  }
}

function routeOf(path) {
  const ids = [...path.matchAll(/\/(\d+)(?=\/|$)/g)].map(([, id]) => id);
  return [path.replaceAll(/\/\d+(?=\/|$)/g, '/N'), ...ids];
}
