/** Buttons, questions and profiles on social networks. */
import type { BlockOf } from '../../kinds/shapes/block.ts';
import type { Icon } from '../../kinds/shapes/tile.ts';
import { linkOf, type Link } from '../links/navigator-links.ts';
import { linkWords } from '../text/typography.ts';
import type { AnyBlock, SiteBlocks } from './block-type.ts';

interface ButtonBlock extends AnyBlock<'button'> {
  readonly items: readonly { readonly label: string; readonly icon?: Icon; readonly link?: Link }[];
}

interface QuestionBlock extends AnyBlock<'question'> {
  readonly items: readonly {
    readonly question: string;
    readonly answers: readonly { readonly label: string; readonly text?: string; readonly link?: Link }[];
  }[];
}

interface SocialsBlock extends AnyBlock<'socials'> {
  readonly items: readonly { readonly network: string; readonly name: string; readonly url: string }[];
}

export type ActionBlock = ButtonBlock | QuestionBlock | SocialsBlock;

export const actionBlocks: SiteBlocks<ActionBlock> = {
  button: {
    view: ({ values }, { scope }) => ({
      items: (values ?? []).map(({ label, icon, navigator }) => {
        const link = linkOf(navigator, scope);
        return { label: linkWords(label, link?.href), ...(icon && { icon }), ...(link && { link }) };
      }),
    }),
    sample: () => [{ label: 'A button', navigator: { nativeContent: 'program' } }],
  },
  question: {
    view: ({ values }, { scope }) => ({
      items: (values ?? []).map(({ question, answers }) => ({
        question,
        answers: answers.map(({ label, text, navigator }) => {
          const link = linkOf(navigator, scope);
          return { label, ...(text && { text }), ...(link && { link }) };
        }),
      })),
    }),
    sample: () => [{ question: 'A question?', answers: [{ label: 'An answer', text: 'Its explanation.' }] }],
  },
  socials: {
    view: (block) => ({ items: socialItems(block) }),
    sample: () => [{ network: 'mastodon', url: 'https://mastodon.example/@gitcast' }],
  },
};

export const socialItems = ({ values }: BlockOf<'socials'>): SocialsBlock['items'] =>
  (values ?? []).map(({ network, url }) => {
    const key = network.toLowerCase();
    return { network: key, name: NAMES[key] ?? network.charAt(0).toUpperCase() + network.slice(1), url };
  });

const NAMES: Readonly<Record<string, string>> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  soundcloud: 'SoundCloud',
  x: 'X',
  github: 'GitHub',
};
