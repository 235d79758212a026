import type { MarkedToken, Token, Tokens } from 'marked';
import { admonitionOf } from '../../markdown/admonition.ts';
import type { FootnoteDefinition, FootnoteToken } from '../../markdown/footnotes.ts';
import { decodeReferences } from '../../markdown/html-parts.ts';
import { escapeText, escapeTextKeepingReferences } from '../sanitise/escape.ts';
import { wholeTags } from '../sanitise/html.ts';
import type { Elements } from './elements.ts';
import { plainText } from './canonical-html.ts';
import { append } from '../../values/long-lists.ts';

export interface TokensHtml {
  readonly html: string;
  /** The contents of its footnotes, in the order in which the text refers to them. */
  readonly footnotes: readonly string[];
  /** With character references and line breaks. */
  readonly words: string;
  /** True if it contains the author's own HTML, unchecked. */
  readonly hasRawHtml: boolean;
  /** Tags that are never ended, which are now shown as text. */
  readonly unfinished: readonly string[];
}

/** Tokens as canonical HTML (see `sanitise/html.ts`), with each block on its own line. */
export function tokensToHtml(tokens: readonly Token[], elements: Elements): TokensHtml {
  const pass: Pass = {
    elements,
    words: '',
    hasRawHtml: false,
    unfinished: [],
    defined: new Map(),
    referred: new Map(),
  };
  const html = blocks(tokens, pass);
  const footnotes = footnotesOf(pass);
  const { words, hasRawHtml, unfinished } = pass;
  return { html, footnotes, words, hasRawHtml, unfinished };
}

/** A footnote may refer to others, which then come after it. One that no text refers to is not shown. */
function footnotesOf(pass: Pass): readonly string[] {
  const footnotes: string[] = [];
  for (const label of pass.referred.keys()) footnotes.push(blocks(pass.defined.get(label)?.tokens ?? [], pass));
  return footnotes;
}

interface Pass {
  readonly elements: Elements;
  /** Collected on the way: removing the tags afterwards would cost as much as adding them. */
  words: string;
  hasRawHtml: boolean;
  readonly unfinished: string[];
  readonly defined: Map<string, FootnoteDefinition>;
  /** The numbers of footnotes by their labels, in the order of the first references to them. */
  readonly referred: Map<string, number>;
}

type AnyToken = MarkedToken | FootnoteToken;

function blocks(tokens: readonly Token[], pass: Pass): string {
  let html = '';
  for (const token of tokens) {
    html += block(token as AnyToken, pass);
    pass.words += '\n';
  }
  return html;
}

function block(token: AnyToken, pass: Pass): string {
  switch (token.type) {
    case 'paragraph':
      return figure(token, pass) ?? `<p>${inline(token.tokens, pass)}</p>\n`;
    case 'heading':
      return `${pass.elements.heading({ depth: token.depth, html: inline(token.tokens, pass) })}\n`;
    case 'list':
      return list(token, pass);
    case 'blockquote':
      return quote(token, pass);
    case 'footnote':
      // As in other Markdown, the first definition of a label counts.
      if (!pass.defined.has(token.label)) pass.defined.set(token.label, token);
      return '';
    case 'code':
      return code(token, pass);
    case 'table':
      return table(token, pass);
    case 'hr':
      return '<hr>\n';
    case 'space':
    case 'def':
      return '';
    default:
      return span(token, pass);
  }
}

function inline(tokens: readonly Token[], pass: Pass): string {
  let html = '';
  for (const token of tokens) html += span(token as AnyToken, pass);
  return html;
}

function span(token: AnyToken, pass: Pass): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? inline(token.tokens, pass) : text(token.text, pass);
    case 'escape':
      return text(token.text, pass);
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inline(token.tokens, pass)}</${token.type}>`;
    case 'codespan':
      return `<code>${literal(token.text, pass)}</code>`;
    case 'link':
      return link(token, pass);
    case 'image':
      return image(token, pass);
    case 'br':
      pass.words += '\n';
      return '<br>\n';
    case 'checkbox':
      pass.words += token.checked ? '☑ ' : '☐ ';
      return `${pass.elements.task({ isDone: token.checked })} `;
    case 'footnoteReference':
      return footnoteReference(token.label, pass);
    case 'html':
      return rawHtml(token.text, pass);
    default:
      return ''; // A token of another version of marked: nothing is safer than something unchecked.
  }
}

/** Each part separately: an open quote in one must not extend into the next. */
function rawHtml(written: string, pass: Pass): string {
  pass.hasRawHtml = true;
  const { html, unfinished } = wholeTags(written);
  append(pass.unfinished, unfinished);
  return html;
}

function text(markdown: string, pass: Pass): string {
  pass.words += markdown;
  return escapeTextKeepingReferences(markdown);
}

/** An ampersand is a plain character here, regardless of what follows. */
function literal(code: string, pass: Pass): string {
  const html = escapeText(code);
  pass.words += html;
  return html;
}

function footnoteReference(label: string, pass: Pass): string {
  const number = pass.referred.get(label) ?? pass.referred.size + 1;
  pass.referred.set(label, number);
  return pass.elements.footnoteReference({ number });
}

function quote(token: Tokens.Blockquote, pass: Pass): string {
  const found = admonitionOf(token);
  const html = `\n${blocks(found?.tokens ?? token.tokens, pass)}`;
  return found
    ? `${pass.elements.admonition({ type: found.admonition, html })}\n`
    : `<blockquote>${html}</blockquote>\n`;
}

/** A picture that is alone in its paragraph, and has a title: the title is its caption. It may be a link. */
function figure({ tokens }: Tokens.Paragraph, pass: Pass): string | undefined {
  const only = onlyOne(tokens);
  const inside = only?.type === 'link' ? onlyOne(only.tokens) : only;
  if (!only || inside?.type !== 'image' || !inside.title) return undefined;
  const picture = image({ ...inside, title: null }, pass);
  const html = only.type === 'link' ? linkAround(only, picture, pass) : picture;
  pass.words += inside.title;
  const caption = escapeText(decodeReferences(inside.title));
  return `<figure>\n${html}\n<figcaption>${caption}</figcaption>\n</figure>\n`;
}

const onlyOne = (tokens: readonly Token[]): MarkedToken | undefined =>
  tokens.length === 1 ? (tokens[0] as MarkedToken) : undefined;

function list({ ordered, start, items }: Tokens.List, pass: Pass): string {
  const name = ordered ? 'ol' : 'ul';
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  let inside = '';
  for (const { task, tokens } of items) inside += `<li${task ? ' class="task"' : ''}>${blocks(tokens, pass)}</li>\n`;
  return `<${name}${from}>\n${inside}</${name}>\n`;
}

/** In any script: `español`, `C++`, `f#`. The rest, as in `rust,ignore`, is for tools. */
const LANGUAGE = /^[\p{L}\p{N}\p{M}_+#.-]+/u;

function code({ text: source, lang }: Tokens.Code, pass: Pass): string {
  const language = LANGUAGE.exec(lang ?? '')?.[0];
  const written = source === '' || source.endsWith('\n') ? source : `${source}\n`;
  const html = `<code${language === undefined ? '' : ` class="language-${language}"`}>${literal(written, pass)}</code>`;
  return `${pass.elements.pre({ html, code: language === undefined ? undefined : { text: written, language } })}\n`;
}

function table({ header, rows }: Tokens.Table, pass: Pass): string {
  const heads = header.map((cell) => tableCell(cell, pass));
  const row = (cells: readonly string[]): string => `<tr>\n${cells.join('')}</tr>\n`;
  const body = rows.map((cells) => row(cells.map((cell) => tableCell(cell, pass)))).join('');
  const columns = heads.map(plainText);
  const head = columns.join('') === '' ? '' : `<thead>\n${row(heads)}</thead>\n`;
  const html = `\n${head}${body === '' ? '' : `<tbody>\n${body}</tbody>\n`}`;
  return `${pass.elements.table({ columns, html })}\n`;
}

function tableCell({ header, align, tokens }: Tokens.TableCell, pass: Pass): string {
  const content = inline(tokens, pass);
  pass.words += '\n';
  // An empty column heading is not a heading for screen readers.
  const isHeading = header && content !== '';
  const aligned = align ? ` data-align="${align}"` : '';
  return isHeading ? `<th scope="col"${aligned}>${content}</th>\n` : `<td${aligned}>${content}</td>\n`;
}

function link({ href, title, text: shown, tokens, autolink }: Tokens.Link, pass: Pass): string {
  const url = autolink ? href : decodeReferences(href);
  const html = autolink ? literal(shown, pass) : inline(tokens, pass);
  return pass.elements.link({
    attributes: title ? { href: url, title: decodeReferences(title) } : { href: url },
    html,
  });
}

const linkAround = ({ href, title }: Tokens.Link, html: string, pass: Pass): string =>
  pass.elements.link({ attributes: { href: decodeReferences(href), ...titled(title) }, html });

function image({ href, title, tokens }: Tokens.Image, pass: Pass): string {
  const { words } = pass;
  const alt = plainText(inline(tokens, pass));
  pass.words = words;
  return pass.elements.image({ attributes: { src: decodeReferences(href), alt, ...titled(title) } });
}

const titled = (title: string | null | undefined) => (title ? { title: decodeReferences(title) } : undefined);
