// The import table of docs/architecture.md, as rules. A folder of src/ may import itself, diagnostics/ and values/ (and machine/ unless it is pure), and what is listed.
const MAY_IMPORT = {
  values: [],
  diagnostics: ['values'],
  generated: [],
  machine: [],
  kinds: [],
  markdown: [],
  config: [],
  git: [],
  content: ['kinds'],
  model: ['content', 'kinds', 'markdown', 'generated'],
  remote: ['model', 'kinds'],
  plan: ['model', 'kinds', 'markdown'],
  site: ['model', 'kinds', 'markdown', 'generated'],
  state: ['model', 'kinds', 'git'],
  apply: ['plan', 'remote', 'state', 'model', 'kinds'],
  pull: ['remote', 'content', 'state', 'plan', 'git', 'model', 'kinds', 'markdown'],
  import: ['content', 'model', 'kinds', 'markdown'],
  history: ['git', 'content', 'model', 'kinds', 'site'],
  render: ['site', 'kinds', 'markdown', 'generated'],
  editing: ['content', 'model', 'kinds'],
  preview: ['content', 'model', 'site', 'render', 'editing'],
  publish: ['git', 'markdown'],
  service: ['kinds'],
  generate: ['kinds'],
  repository: ['config', 'content', 'model', 'git'],
  target: ['repository', 'config', 'content', 'model', 'kinds', 'plan', 'git', 'remote', 'state', 'service'],
  start: ['repository', 'config', 'content', 'kinds', 'generate', 'git', 'pull'],
  building: ['repository', 'config', 'content', 'model', 'markdown', 'git', 'history', 'site', 'render'],
  ci: ['project', 'plan', 'repository', 'start', 'git', 'config', 'remote'],
  cli: ['ci', 'project', 'repository', 'start', 'target', 'kinds', 'generate', 'config', 'generated'],
};
const PURE = ['generated', 'kinds', 'model', 'plan', 'site', 'generate'];

/** What a folder may import besides what is listed for it. */
const groundOf = (folder) => {
  if (folder === 'values' || folder === 'diagnostics') return [];
  return PURE.includes(folder) || folder === 'machine'
    ? ['diagnostics', 'values']
    : ['diagnostics', 'values', 'machine'];
};

const layer = ([folder, listed]) => {
  const allowed = [...groundOf(folder), ...listed];
  return {
    name: `${folder}-imports`,
    severity: 'error',
    comment: `src/${folder} may import only ${allowed.join(', ')}`,
    from: { path: `^src/${folder}/` },
    to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
  };
};

export default {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(layer),
    {
      name: 'pure-folders',
      severity: 'error',
      comment: 'These folders do no input or output: what they need is handed to them.',
      from: { path: `^src/(${PURE.join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'only-cli-imports-ci',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(ci|cli)/' },
      to: { path: '^src/ci/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc', // dependency-cruiser cannot use the TypeScript 7 compiler yet
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
    },
  },
};
