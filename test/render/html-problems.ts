import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate';

const RULES: ConfigData = {
  extends: ['html-validate:recommended'],
  // Tiles have words beside a number, and a line may break between them.
  rules: { 'tel-non-breaking': ['error', { ignoreClasses: ['tile', 'button'] }] },
};

/** The library resolves its rules for each page again, which takes as long as a page. */
class RulesOfEveryPage extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(name: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.#resolved ??= super.getConfigFor(name));
  }
}

const validator = new HtmlValidate(new RulesOfEveryPage(RULES));

/** The problems that html-validate finds in a page, one per line. */
export function htmlProblems(path: string, html: string): readonly string[] {
  const { results } = validator.validateStringSync(html, path);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  );
}
