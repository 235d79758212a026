/**
 * GitLab carries out lines that begin with a slash, such as `/merge`, with the rights of the author, and notifies
 * everyone whom a text mentions. Plans and conflicts quote what others wrote, so an invisible word joiner prevents both.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
    .replaceAll(/@(?!\u2060)/g, '@\u2060')
    .replaceAll(/^(\s*)\//gm, '$1\u2060/');
