import type { Stage } from './stage.ts';

/** Changes a field of most documents, deletes one and moves one, like a busy afternoon. */
export function changeEverything(stage: Stage): void {
  stage.edit('broadcast.yaml', 'Three days', 'Four days');
  stage.edit('events/opening-night.yaml', 'Two sets', 'Three sets');
  stage.edit('places/main-stage.yaml', 'category: stage', 'category: tent');
  stage.edit('articles/news.md', 'five minutes', 'ten minutes');
  stage.edit('pages/information.yaml', 'Everything for', 'All for');
  stage.edit('sessions/reading-the-river.yaml', '11:00', '11:30');
  stage.move('maps/harbour.yaml', 'maps/old/harbour.yaml');
  stage.edit('interest-points/dock-hall.yaml', 'maps/harbour', 'maps/old/harbour');
  stage.remove('campaigns/early-tickets.yaml');
  stage.write('events/closing-night.yaml', stage.read('events/opening-night.yaml').replace('Opening', 'Closing'));
}
