import { describe, expect, it } from 'vitest';
import { editMarkdown } from '../../src/content/edit/edit-markdown.ts';

const EDIT = [{ path: ['status'], value: 'published' }];

describe('editing a Markdown file', () => {
  it('changes a value in the front matter and nothing else', () => {
    const source = '---\ntitle: x # c\nstatus: draft   # soon\n---\n\n\n# Body\n\n---\n\nstatus: draft\n';
    expect(editMarkdown(source, EDIT)).toBe(source.replace('draft   #', 'published   #'));
  });

  it('keeps a byte order mark and the line breaks', () => {
    const source = '\uFEFF---\r\nstatus: draft\r\n---\r\nBody\r\n';
    expect(editMarkdown(source, EDIT)).toBe('\uFEFF---\r\nstatus: published\r\n---\r\nBody\r\n');
    expect(editMarkdown('\uFEFF---\r\n---\r\nBody', EDIT)).toBe('\uFEFF---\r\nstatus: published\r\n---\r\nBody');
  });

  it('replaces the body and leaves the front matter alone', () => {
    const source = '--- yaml  \ntitle:   x # c\n---  \nOld\n';
    expect(editMarkdown(source, [], 'New\n\ntext\n')).toBe('--- yaml  \ntitle:   x # c\n---  \nNew\n\ntext\n');
  });

  it('gives a new body the line breaks of its file', () => {
    expect(editMarkdown('---\r\na: 1\r\n---\r\nOld\r\n', [], 'New\ntext\r\n')).toBe(
      '---\r\na: 1\r\n---\r\nNew\r\ntext\r\n',
    );
  });

  it('keeps the line break of every line that stays, and of one that changes', () => {
    const source = '---\r\na: 1\r\n---\r\none\ntwo\r\nthree\n\r\nfour';
    expect(editMarkdown(source, [], 'one\nTWO\n2\nthree\n\nfour\nfive')).toBe(
      '---\r\na: 1\r\n---\r\none\nTWO\r\n2\r\nthree\n\r\nfour\r\nfive',
    );
  });

  it('changes both at once', () => {
    expect(editMarkdown('---\nstatus: draft\n---\nOld\n', EDIT, 'New\n')).toBe('---\nstatus: published\n---\nNew\n');
  });

  it('adds a body to a file that ends with its front matter', () => {
    expect(editMarkdown('---\na: 1\n---', [], 'New\n')).toBe('---\na: 1\n---\nNew\n');
  });

  it('adds front matter if there was none', () => {
    expect(editMarkdown('Body\n', EDIT)).toBe('---\nstatus: published\n---\nBody\n');
    expect(editMarkdown('\uFEFFBody\r\n', EDIT)).toBe('\uFEFF---\r\nstatus: published\r\n---\r\nBody\r\n');
    expect(editMarkdown('', EDIT, 'Body\n')).toBe('---\nstatus: published\n---\nBody\n');
  });

  it('adds none if there is nothing to write', () => {
    expect(editMarkdown('Body\n', [{ path: ['a'], remove: true }])).toBe('Body\n');
    expect(editMarkdown('\uFEFFOld\n', [], 'New\n')).toBe('\uFEFFNew\n');
  });

  it('keeps a body that starts like front matter from being parsed as such', () => {
    expect(editMarkdown('Old\n', [], '---\nNew\n')).toBe('---\n---\n---\nNew\n');
  });

  it('changes no byte when nothing changes', () => {
    const source = '---\n# only a comment\n---\r\n\n Body';
    expect(editMarkdown(source, [])).toBe(source);
    expect(editMarkdown('', [])).toBe('');
  });

  it('refuses front matter that it cannot parse', () => {
    expect(() => editMarkdown('---\na: 1\n', EDIT)).toThrow('Cannot edit front matter');
    expect(() => editMarkdown('---js\n---\n', EDIT)).toThrow('Cannot edit front matter');
  });
});
