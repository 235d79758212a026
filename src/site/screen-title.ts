import type { Tile } from '../kinds/shapes/tile.ts';
import { withUnbrokenMarks } from './typography.ts';
import type { Scope } from './scope.ts';
import type { NativeScreen } from './urls.ts';
import type { Text } from './localise.ts';
import { foreign } from './frame.ts';

/** A screen is called what the broadcast's own tiles call it, in the language they are written in. */
export function screenTitle(screen: NativeScreen, scope: Scope): Text {
  const { bottomBar, menu, structure } = scope.site.root;
  const bar = [
    bottomBar?.homeTile,
    bottomBar?.firstTile,
    bottomBar?.secondTile,
    bottomBar?.thirdTile,
    bottomBar?.fourthTile,
  ];
  const tiles = [
    ...bar,
    ...(menu?.sections ?? []).flatMap(({ tiles }) => tiles ?? []),
    ...(structure?.profileTiles ?? []),
  ];
  const named = foreign(scope) === undefined && tiles.find((tile) => opens(tile, screen))?.title;
  return { text: named ? withUnbrokenMarks(named, scope.locale) : scope.strings.screens[screen] };
}

/** A tile with a query opens a part of the screen, and is called after that part. */
const opens = (tile: Tile | null | undefined, screen: NativeScreen): boolean =>
  tile?.navigator?.nativeContent === screen && !tile.navigator.query;
