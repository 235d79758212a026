import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // Tiles have words beside a number, between which a line may well end.
  rules: { 'tel-non-breaking': ['error', { ignoreClasses: ['tile', 'button'] }] },
});

/** What html-validate finds in a page, in a line each. */
export function htmlProblems(path: string, html: string): readonly string[] {
  const { results } = validator.validateStringSync(html, path);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  );
}
