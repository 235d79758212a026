import type { Broadcast } from './broadcast.ts';
import type { Tile } from './shapes/tile.ts';

/** The tiles of both bars, the menu and the profile. */
export function tilesOf({ bottomBar, menu, structure }: Broadcast): readonly Tile[] {
  const bar = [
    bottomBar?.homeTile,
    bottomBar?.firstTile,
    bottomBar?.secondTile,
    bottomBar?.thirdTile,
    bottomBar?.fourthTile,
  ];
  return [
    ...bar.flatMap((tile) => tile ?? []),
    ...(menu?.sections ?? []).flatMap(({ tiles }) => tiles ?? []),
    ...(structure?.profileTiles ?? []),
  ];
}
