/** The author that git uses for a commit made here, from the environment or the configuration. */
import type { Git } from './git.ts';
import type { Author } from './objects.ts';

/**
 * Each part is read separately, because git returns nothing if one is missing. Values that git would guess from the
 * machine are left out.
 */
export async function authorIn(git: Git): Promise<Partial<Author>> {
  const [name, email] = await Promise.all([
    ask(git, { GIT_AUTHOR_EMAIL: 'nobody@localhost' }),
    ask(git, { GIT_AUTHOR_NAME: 'nobody' }),
  ]);
  return { ...(name && { name: name.name }), ...(email && { email: email.email }) };
}

async function ask({ attempt }: Git, env: Readonly<Record<string, string>>): Promise<Author | undefined> {
  const { ok, text } = await attempt(['-c', 'user.useConfigOnly=true', 'var', 'GIT_AUTHOR_IDENT'], { env });
  const [, name, email] = (ok && /^(.*) <(.*)> \d+ [+-]\d+$/.exec(text.trim())) || [];
  return name !== undefined && email !== undefined ? { name, email } : undefined;
}
