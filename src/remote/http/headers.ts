/** Headers of an answer, with lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** The date formats of HTTP. `Date.parse` alone would find a year in "5 apples". */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

export function httpDate(text: string | undefined): number | undefined {
  return text !== undefined && HTTP_DATE.test(text.trim()) ? Date.parse(text) : undefined;
}
