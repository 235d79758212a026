import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { TemplateError, type TemplateFault } from '../../src/render/templates/template-error.ts';
import { diskFolder, memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates, type Templates } from '../../src/render/templates/templates.ts';
import { folderWith } from '../cli/in-memory.ts';
import { misspeltFiles } from '../../src/render/own-files.ts';
import { THEME } from './build-harness.ts';

const templatesOf = (...folders: readonly Readonly<Record<string, string>>[]): Templates =>
  createTemplates({
    folders: folders.map((files, index) => memoryFolder(files, index === folders.length - 1 ? 'built-in' : 'own')),
  });

const faultOf = (templates: Templates, name: string, data: object = {}): TemplateFault => {
  try {
    templates.render(name, data);
  } catch (error) {
    if (error instanceof TemplateError) return error.fault;
  }
  throw new Error('it did not fail');
};

describe('a template', () => {
  it('escapes its output by default', () => {
    const { render } = templatesOf({ 'a.eta': '<p title="<%= it.text %>"><%= it.text %><%~ it.html %></p>' });
    expect(render('a', { text: `"<&'`, html: '<b>x</b>' })).toBe(
      '<p title="&quot;&lt;&amp;&#39;">&quot;&lt;&amp;&#39;<b>x</b></p>',
    );
  });

  it('shows missing values as nothing', () => {
    expect(
      templatesOf({ 'a.eta': '[<%= it.no %>|<%~ null %>|<%= it.no && 1 %>|<%= false %>|<%= 0 %>]' }).render('a', {}),
    ).toBe('[||||0]');
  });

  it('can be overridden by the user, each on its own', () => {
    const builtIn = {
      'pages/a.eta': 'a <%~ include("parts/b", { n: 1 }) %> <%~ include("parts/c") %>',
      'parts/b.eta': 'b<%= it.n %>',
      'parts/c.eta': 'c',
    };
    expect(templatesOf({ 'parts/b.eta': 'own<%= it.n %>' }, builtIn).render('pages/a', {})).toBe('a own1 c');
  });

  it('may have a layout, and may render others through its data', () => {
    const templates = templatesOf({
      'page.eta': '<% layout("layouts/base", { title: "T" }) %><%~ it.part("part", { x: 2 }) %>',
      'layouts/base.eta': '<h1><%= it.title %></h1><%~ it.body %>',
      'part.eta': '<i><%= it.x %></i>',
    });
    const part = (name: string, data: object): string => templates.render(name, data);
    expect(templates.render('page', { part })).toBe('<h1>T</h1><i>2</i>');
  });

  it('that changed is read again after the cache is cleared', () => {
    const files: Record<string, string> = { 'a.eta': 'one' };
    const templates = templatesOf(files);
    expect(templates.render('a', {})).toBe('one');
    files['a.eta'] = 'two';
    expect(templates.render('a', {})).toBe('one');
    templates.forget();
    expect(templates.render('a', {})).toBe('two');
  });
});

describe('a template that fails names itself and its line', () => {
  it.each<[string, Record<string, string>, Partial<TemplateFault>]>([
    [
      'at run time',
      { 'a.eta': '<p>\n\n<%= it.event.title %>\n</p>' },
      { template: 'a', line: 3, reason: expect.stringContaining("reading 'title'") },
    ],
    [
      'in an included one',
      { 'a.eta': '\n<%~ include("b") %>', 'b.eta': '\n\n\n<%= it.x.y %>' },
      { template: 'b', file: 'built-in/b.eta', line: 4 },
    ],
    [
      'when it is not there',
      { 'a.eta': '\n\n<%~ include("partials/tiel") %>' },
      { template: 'a', line: 3, reason: 'there is no template partials/tiel.eta' },
    ],
    [
      'when it awaits',
      { 'a.eta': 'x\n<%= await it.later() %>' },
      { template: 'a', line: 2, reason: expect.stringMatching(/^a template cannot use await: /) },
    ],
    [
      'when it ends the process',
      { 'a.eta': 'x\n\n<% process.exit(0) %>' },
      { template: 'a', line: 3, reason: 'a template cannot end the process: remove process.exit()' },
    ],
    ['when a tag is not closed', { 'a.eta': 'x\n<% if (it.y) {\n' }, { line: 2, reason: 'unclosed tag' }],
    ['when a text is not closed', { 'a.eta': 'x\n\n<%= "a %>' }, { line: 3, reason: 'unclosed string' }],
    [
      'when its JavaScript is wrong',
      { 'a.eta': 'x\n<% const b = 1 %>\n<%= it.( %>\nz' },
      { line: 3, reason: expect.stringMatching(/Unexpected token|missing/) },
    ],
    [
      'within a long tag',
      { 'a.eta': 'x\n<% const b = 1;\nconst c = 2;\nconst d = = 3; %>\nz' },
      { line: 4, reason: "Unexpected token '='" },
    ],
    [
      'when a brace is not closed',
      { 'a.eta': 'x\n<% if (it.a) { %>{<% } %>\n<% for (const a of ["}"]) { %>\nb\nc' },
      { line: 3, reason: 'this { is never closed' },
    ],
    [
      'when a brace is one too many',
      { 'a.eta': 'x\n<% if (it.a) { %>b<% } %>\n<% } %>\nc' },
      { line: 3, reason: 'this } has no matching {' },
    ],
  ])('%s', (_, files, fault) => {
    expect(faultOf(templatesOf(files), 'a')).toMatchObject({
      file: 'built-in/a.eta',
      ...fault,
    });
  });

  it('when a helper throws, with the error as the cause', () => {
    const problem = new TypeError('no such icon');
    const { render } = templatesOf({ 'a.eta': 'x\n<%~ it.icon() %>' });
    const icon = (): never => {
      throw problem;
    };
    const error = thrownBy(() => render('a', { icon }));
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ message: 'built-in/a.eta:2: no such icon', cause: problem });
  });

  it('and is the innermost one', () => {
    const templates = templatesOf(
      { 'own.eta': '' },
      { 'a.eta': '<%~ it.part("b") %>', 'b.eta': '\n<%~ it.part("c") %>', 'c.eta': '\n\n<% throw new Error("x") %>' },
    );
    const part = (name: string): string => templates.render(name, { part });
    expect(faultOf(templates, 'a', { part })).toMatchObject({ template: 'c', line: 3, reason: 'x' });
  });

  it('and is the one that calls a part that does not exist, with the nearest name', () => {
    const templates = templatesOf(
      { 'pages/event.eta': '<p>\n<%~ it.part("partials/slot", {}) %>' },
      { 'a.eta': '<%~ it.part("pages/event") %>', 'partials/slots.eta': '' },
    );
    const part = (name: string): string => templates.render(name, { part });
    expect(faultOf(templates, 'a', { part })).toMatchObject({
      file: 'own/pages/event.eta',
      line: 2,
      lineText: '<%~ it.part("partials/slot", {}) %>',
      reason: 'there is no template partials/slot.eta; did you mean partials/slots.eta?',
    });
  });

  it('and never reads anything outside its folders', () => {
    const { render } = templatesOf({ 'a.eta': '<%~ include("../secret") %>' });
    for (const name of ['../a', '/etc/passwd', 'b/../../a', 'a'])
      expect(() => render(name, {})).toThrow(/there is no template/);
  });
});

it('folders on disk are read, and the first one wins', () => {
  const root = folderWith({
    'own/pages/a.eta': 'own',
    'built-in/pages/a.eta': 'a',
    'built-in/pages/b.eta': 'b',
    'built-in/assets/site.css': 'c{}',
  });
  const folders = [
    diskFolder(join(root, 'own'), 'templates'),
    diskFolder(join(root, 'built-in')),
    diskFolder(join(root, 'none')),
  ];
  const { render, text } = createTemplates({ folders });
  expect([render('pages/a', {}), render('pages/b', {}), text('assets/site.css')]).toEqual(['own', 'b', 'c{}']);
  expect(() => render('pages', {})).toThrow(TemplateError);
});

function thrownBy(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    return error;
  }
}

const problems = (...paths: readonly string[]) =>
  misspeltFiles([memoryFolder(Object.fromEntries(paths.map((path) => [path, '']))), THEME]).map(
    ({ code, at, message, suggestion }) => [code, `${at.file}:${at.line}`, message, suggestion],
  );

describe('an own file that overrides nothing', () => {
  const unused = 'no page uses this file: the theme has none with its name';

  it('is reported with the nearest name', () => {
    expect(problems('pages/evnt.eta', 'event.eta', 'assets/js/owns.js', 'pages/event.eta')).toEqual([
      ['file-unused', 'templates/pages/evnt.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/event.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/assets/js/owns.js:1', unused, 'did you mean assets/js/own.js?'],
    ]);
  });

  it('is not reported if no name is near, or if it is a part, which own templates call by any name', () => {
    expect(
      problems('partials/slott.eta', 'assets/logo.png', 'README.md', 'pages/.event.eta.swp', 'locales/eng.yaml'),
    ).toEqual([]);
  });
});
