// GitHub cannot run on this machine, so this replaces `gh api` in the tests: it keeps comments and pull requests in the file
// $FAKE_GH, answers the calls of ci/github.sh, and supports the filters that it uses. Everything else is refused.
import { readFileSync, writeFileSync } from 'node:fs';

const FILTERS = {
  '.artifacts[0] // empty | [.id, .size_in_bytes] | @tsv': ({ artifacts: [first] }) =>
    first ? [`${first.id}\t${first.size_in_bytes}`] : [],
  '[.state, .head.sha] | @tsv': ({ state, head }) => [`${state}\t${head.sha}`],
  'select(.state == "open") | .head.sha': ({ state, head }) => (state === 'open' ? [head.sha] : []),
  'select(.merged) | [.base.ref, .merge_commit_sha] | @tsv': ({ merged, base, merge_commit_sha: commit }) =>
    merged ? [`${base.ref}\t${commit}`] : [],
  '.[0].number // empty': ([first]) => (first ? [first.number] : []),
  '.[0].head.sha // empty': ([first]) => (first ? [first.sha] : []),
  '.[] | [.id, .user.login, ((.body // "") | split("\\n")[0] // "")] | @tsv': (comments) =>
    comments.map(({ id, user, body }) => [id, user.login, body.split('\n')[0]].join('\t')),
  '.[] | [.number, .title] | @tsv': (issues) => issues.map(({ number, title }) => `${number}\t${title}`),
  '.[].name': (labels) => labels.map(({ name }) => name),
  '.permission': ({ permission }) => [permission],
  '.status': ({ status }) => [status],
  '.protection_rules[].type': ({ protection_rules: rules }) => rules.map(({ type }) => type),
  '.workflow_runs[0] // empty | select(.status == "completed") | .id': ({ workflow_runs: [first] }) =>
    first?.status === 'completed' ? [first.id] : [],
};

/** As gitcast's own, for a process that runs several programs. */
export function run([verb, ...words], { env, stdout, stderr }) {
  try {
    if (verb !== 'api') throw new Error(`the fake gh has no ${verb}`);
    if (!env.GH_TOKEN) throw new Error('no token');
    const call = callOf(words);
    const world = JSON.parse(readFileSync(env.FAKE_GH, 'utf8'));
    const answer = answerTo(call, world);
    world.calls.push(`${call.method} ${call.path}`);
    writeFileSync(env.FAKE_GH, JSON.stringify(world));
    if (Buffer.isBuffer(answer)) stdout.write(answer);
    else if (call.jq !== undefined) for (const line of FILTERS[call.jq](answer)) stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${error.stack}\n`);
    return 1;
  }
}

function callOf(words) {
  const call = { method: 'GET', fields: {} };
  const rest = words[Symbol.iterator]();
  const next = () => rest.next().value;
  for (const word of rest) {
    if (word === '--method') call.method = next();
    else if (word === '--jq') call.jq = next();
    else if (word === '-f' || word === '-F') {
      const [, name, value] = /^(.*?)=(.*)$/s.exec(next());
      call.fields[name] = word === '-F' && value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value;
    } else if (word !== '--silent' && word !== '--paginate') call.path = word;
  }
  return call;
}

function answerTo({ method, path, fields }, world) {
  const asked = new URLSearchParams(path.split('?')[1]);
  const [route, ...ids] = routeOf(path.replace(/^repos\/orchard\/festival\//, '').replace(/\?.*/, ''));
  const [id] = ids;
  switch (`${method} ${route}`) {
    case 'GET actions/runs/N/artifacts':
      return { artifacts: named(world, asked.get('name')).map(({ id, size }) => ({ id, size_in_bytes: size })) };
    case 'GET actions/artifacts/N/zip':
      return readFileSync(Object.values(world.artifacts).find((each) => String(each.id) === id).file);
    case 'GET pulls/N':
      return pullRequest(world, id);
    case 'GET issues/N/comments':
      return world.comments;
    case 'POST issues/N/comments':
      return world.comments.push({
        id: 100 + world.comments.length,
        on: id,
        user: { login: 'github-actions[bot]' },
        body: fields.body,
      });
    case 'PATCH issues/comments/N':
      return Object.assign(byId(world.comments, 'id', id), { body: fields.body });
    case 'GET pulls':
      return world.pulls.filter(
        ({ head, base, state }) =>
          fields.head === `orchard:${head}` && fields.base === base && state === (fields.state ?? 'open'),
      );
    case 'POST pulls':
      return world.pulls.push({ number: 40 + world.pulls.length, state: 'open', ...fields });
    case 'PATCH pulls/N':
      return Object.assign(byId(world.pulls, 'number', id), fields);
    case 'GET issues/N/labels':
      return (world.labels[id] ?? []).map((name) => ({ name }));
    case 'DELETE issues/N/labels/X':
      world.labels[ids[0]] = (world.labels[ids[0]] ?? []).filter((name) => name !== decodeURIComponent(ids[1]));
      return {};
    case 'POST labels':
      return world.known.push(fields.name);
    case 'POST statuses/X':
      world.statuses[id] = `${fields.state}: ${fields.description}`;
      return {};
    case 'GET collaborators/X/permission':
      return { permission: world.permissions[id] ?? 'read' };
    case 'GET compare/X': {
      const [older, newer] = id.split('...');
      return { status: world.history.indexOf(older) <= world.history.indexOf(newer) ? 'ahead' : 'behind' };
    }
    case 'GET environments/X':
      if (!world.environments[id]) throw new Error('HTTP 404');
      return { protection_rules: world.environments[id].map((type) => ({ type })) };
    case 'GET actions/workflows/X/runs':
      return { workflow_runs: world.runs.filter(({ sha }) => sha === asked.get('head_sha')) };
    case 'POST actions/runs/N/rerun':
      return world.reruns.push(Number(id));
    case 'GET issues':
      return world.issues.filter(({ state }) => state === 'open');
    case 'POST issues':
      return world.issues.push({ number: 70 + world.issues.length, state: 'open', ...fields });
    case 'PATCH issues/N':
      return Object.assign(byId(world.issues, 'number', id), fields);
    default:
      throw new Error(`the fake gh has no ${method} ${path}`);
  }
}

function named(world, name) {
  return world.artifacts[name] ? [world.artifacts[name]] : [];
}

function pullRequest(world, number) {
  const sha = world.heads[number] ?? 'none';
  const merge = world.merged[number];
  const state = merge || world.closed.includes(number) ? 'closed' : 'open';
  return { state, head: { sha }, base: { ref: 'main' }, merged: merge !== undefined, merge_commit_sha: merge ?? null };
}

function byId(list, key, id) {
  return list.find((each) => String(each[key]) === id);
}

function routeOf(path) {
  const named = /^(issues\/\d+\/labels|statuses|collaborators|compare|environments|actions\/workflows)\/([^/]+)/.exec(
    path,
  );
  if (named) {
    const [start, , name] = named;
    const numbers = [...named[1].matchAll(/\d+/g)].map(([each]) => each);
    return [`${named[1].replaceAll(/\d+/g, 'N')}/X${path.slice(start.length)}`, ...numbers, name];
  }
  const ids = [...path.matchAll(/\/(\d+)(?=\/|$)/g)].map(([, id]) => id);
  return [path.replaceAll(/\/\d+(?=\/|$)/g, '/N'), ...ids];
}
