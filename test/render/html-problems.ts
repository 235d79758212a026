import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // Tiles have words beside a number, and a line may break between them.
  rules: { 'tel-non-breaking': ['error', { ignoreClasses: ['tile', 'button'] }] },
});

/** The problems that html-validate finds in a page, one per line. */
export function htmlProblems(path: string, html: string): readonly string[] {
  const { results } = validator.validateStringSync(html, path);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  );
}
