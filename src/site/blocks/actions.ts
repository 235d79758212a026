/** Buttons, questions and profiles on social networks. */
import type { Block } from '../../kinds/shapes/block.ts';
import { linkOf } from '../links/navigators.ts';
import type { Scope } from '../scope.ts';
import { linkWords } from '../text/typography.ts';
import type { ButtonBlock, QuestionBlock, SocialsBlock } from './view.ts';

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;

export function buttonItems({ values }: BlockOf<'button'>, scope: Scope): ButtonBlock['items'] {
  return (values ?? []).map(({ label, icon, navigator }) => {
    const link = linkOf(navigator, scope);
    return { label: linkWords(label, link?.href), ...(icon && { icon }), ...(link && { link }) };
  });
}

export function questionItems({ values }: BlockOf<'question'>, scope: Scope): QuestionBlock['items'] {
  return (values ?? []).map(({ question, answers }) => ({
    question,
    answers: answers.map(({ label, text, navigator }) => {
      const link = linkOf(navigator, scope);
      return { label, ...(text && { text }), ...(link && { link }) };
    }),
  }));
}

const NAMES: Readonly<Record<string, string>> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  soundcloud: 'SoundCloud',
  x: 'X',
  github: 'GitHub',
};

export function socialItems({ values }: BlockOf<'socials'>): SocialsBlock['items'] {
  return (values ?? []).map(({ network, url }) => {
    const known = network.toLowerCase();
    return { network: known, name: NAMES[known] ?? network.charAt(0).toUpperCase() + network.slice(1), url };
  });
}
