import { tilesOf } from '../../kinds/broadcast-tiles.ts';
import type { Tile } from '../../kinds/shapes/tile.ts';
import type { Scope } from '../scope.ts';
import type { NativeScreen } from '../links/urls.ts';
import type { Text } from './localise.ts';
import { ownWords } from './own-words.ts';

/** The title of a screen is that of the broadcast's tile for it, if the tile has one in the page's language. */
export function screenTitle(screen: NativeScreen, scope: Scope): Text {
  const own = tilesOf(scope.site.root).find((tile) => opens(tile, screen))?.title;
  const named = own && ownWords(own, scope);
  return named && named.lang === undefined ? named : { text: scope.strings.screens[screen] };
}

/** A tile with a query opens a part of the screen, and its title names that part. */
const opens = ({ navigator }: Tile, screen: NativeScreen): boolean =>
  navigator?.nativeContent === screen && !navigator.query;
