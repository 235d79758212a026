/** Files as a person writes them: with comments, quotes and their own order. */
export const PLACE = '# where the river bends\nname: "Main stage"   # never "the big one"\ncategory: stage\n';

export const EVENT = `# The opening. Ask Lena before you touch the times!
title: 'Opening night' # in quotes, for no reason

start_time: 2027-06-18T20:30:00   # local time
end_time:   2027-06-18T23:00:00
place_id: places/main-stage        # a pointer
description: >-
  Two sets,
  one river.
`;

export const ARTICLE = `---
# front matter has comments too
title: Getting there
status: published
published_at: 2027-05-02T09:00:00+02:00
---
Trains stop five minutes from the gate.

Boats leave at nine.

The night bus runs until two.
`;

export const PAGE = `title: Practical
status: published
blocks:
  # the heading
  - type: title
    values: [{ text: Practical things }]
  - type: button   # leads to the article
    values:
      - label: Getting there
        navigator: { broadcastArticleId: articles/getting-there }
      - label: Books
        navigator: { url: https://bücher.example/ }
  - type: countdown
    values:
      - date: 2027-06-18T20:30:00
`;

export const BROADCAST = `name: Harbour
theme:
  backgroundColor: '#fffaf2'  # paper
  accentColor: '#0b3c49'      # ink
`;

export const FILES = {
  'broadcast.yaml': BROADCAST,
  'places/main-stage.yaml': PLACE,
  'events/opening-night.yaml': EVENT,
  'articles/getting-there.md': ARTICLE,
  'pages/practical.yaml': PAGE,
} as const;
