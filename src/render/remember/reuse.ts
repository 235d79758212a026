/** The part of a site that needs no rendering, because an earlier build has rendered the same files. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { OfflineRole } from '../../site/offline-role.ts';
import type { Cards } from '../cards/cards.ts';
import type { Output } from '../outputs.ts';
import type { Writer } from '../writer/writer.ts';
import type { RememberedCard } from './block.ts';
import type { Recall } from './recall.ts';

interface Reuse {
  readonly pages: number;
  readonly problems: readonly { readonly index: number; readonly diagnostics: readonly Diagnostic[] }[];
  readonly offline: readonly (readonly [path: string, role: OfflineRole])[];
  /** The other files, by their index in the list. */
  readonly wanted: readonly number[];
  readonly lasting: boolean;
}

interface Tools {
  readonly recall: Recall;
  readonly writer: Writer;
  readonly cards: Cards | undefined;
}

export function reuseFiles(outputs: readonly Output[], { recall, writer, cards }: Tools): Reuse {
  const problems: { index: number; diagnostics: readonly Diagnostic[] }[] = [];
  const offline: (readonly [string, OfflineRole])[] = [];
  let pages = 0;
  let lasting = true;
  const wanted: number[] = [];
  for (const [index, output] of outputs.entries()) {
    const file = recall.find(output);
    if (!file || !writer.keep(output.path, file, file.text)) {
      wanted.push(index);
      continue;
    }
    file.use();
    lasting &&= file.isLasting;
    if (output.isPage) pages++;
    if (file.diagnostics) problems.push({ index, diagnostics: file.diagnostics });
    if (file.offline !== undefined) offline.push([output.path, file.offline]);
    for (const card of file.cards ?? []) keepCard(card, { writer, cards });
  }
  return { pages, problems, offline, wanted, lasting };
}

function keepCard(card: RememberedCard, { writer, cards }: Pick<Tools, 'writer' | 'cards'>): void {
  if (!writer.keep(card.path, card, () => undefined)) writer.write(card.path, cards!.draw(card));
}
