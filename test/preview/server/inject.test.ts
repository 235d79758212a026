import { expect, it } from 'vitest';
import { inject } from '../../../src/preview/server/inject.ts';

it.each([
  ['<!doctype html><html lang="fr"><head><title>x</title>', '<!doctype html><html lang="fr"><head>✂<title>x</title>'],
  ['<HTML><HEAD data-x="1"><title>', '<HTML><HEAD data-x="1">✂<title>'],
  ['<!doctype html><html><body>', '<!doctype html><html>✂<body>'],
  ['<!doctype html><header>', '<!doctype html>✂<header>'],
  ['<p>no frame at all', '✂<p>no frame at all'],
  ['', '✂'],
])('the script is inserted at the start of the head of %s', (html, expected) => {
  expect(inject(html, '✂')).toBe(expected);
});
