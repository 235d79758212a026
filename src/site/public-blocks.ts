import type { Block } from '../kinds/shapes/block.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Typed } from '../model/entities.ts';
import type { Text } from './localise.ts';
import type { Scope } from './scope.ts';

export interface PublicBlock {
  readonly block: Block;
  /** The title of what it stands on. */
  readonly from: Text;
  readonly lang: Locale | undefined;
}

/** Every block that a visitor can see somewhere, nested ones too: home first, then pages, sessions and hosts. */
export function publicBlocks(scope: Scope): readonly PublicBlock[] {
  const { site, strings } = scope;
  const home = { fields: site.root.home ?? {}, local: { protect: false, locales: {} } } as unknown as Typed<'page'>;
  const sources = [home, ...site.of('page'), ...site.of('session'), ...site.of('host')] as readonly Typed<'page'>[];
  return sources.flatMap((source) => {
    const localised = scope.localised(source);
    const from = source === home ? { text: strings.screens.home } : (localised.text('title') ?? { text: '' });
    return flatten(localised.fields.blocks).map((block) => ({ block, from, lang: localised.langOf('blocks') }));
  });
}

const flatten = (blocks: readonly Block[] | null | undefined): readonly Block[] =>
  (blocks ?? []).flatMap((block) =>
    block.type === 'section' ? (block.values ?? []).flatMap((section) => flatten(section.blocks)) : [block],
  );
