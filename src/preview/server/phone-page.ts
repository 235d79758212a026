/** A page of the site in a frame at the width of a phone, so that its style sheet sees a phone. */
import { scriptTag, type Introduction } from './inject.ts';

/** The site's own policy forbids its pages to be framed by each other, so the frame is on a page of ours. */
export const PHONE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const phonePage = (introduction: Introduction): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Phone · gitcast</title>
${scriptTag('phone.js', introduction)}
</head>
<body></body>
</html>
`;
