/** Headers of an answer, by their names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** HTTP's own forms of a date. `Date.parse` alone would read a year into "5 apples". */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

export function httpDate(text: string | undefined): number | undefined {
  return text !== undefined && HTTP_DATE.test(text.trim()) ? Date.parse(text) : undefined;
}
