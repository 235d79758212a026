/** A broadcast with a little of everything that pages are built from, small enough to be rebuilt repeatedly. */
export const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en'] as const };

const svg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 9 9"><circle r="4"/></svg>`;

export const DRAWINGS = [svg(100), svg(200), svg(300)] as const;

export const SMALL_FESTIVAL: Readonly<Record<string, string>> = {
  'broadcast.yaml': `name: Harbour
isWeb: true
theme: { logo: media/logo.svg, backgroundColor: "#FFFFFF", accentColor: "#202020", iconFamily: lucide }
menu:
  sections:
    - title: All
      tiles:
        - { title: Quay, icon: { type: map }, navigator: { broadcastMapId: maps/harbour } }
        - { title: News, icon: { type: newspaper }, navigator: { nativeContent: articles, query: { filters: [{ status: published }], filtersLogical: $and, limit: 2, skip: 0, sort: { published_at: desc } } } }
        - { title: About, icon: { type: info }, navigator: { broadcastPageId: pages/about } }
home:
  blocks:
    - { type: title, values: [{ text: Welcome }] }
    - { type: articles, format: grid, values: [{ query: { filters: [{ status: published }], filtersLogical: $and, limit: 2, skip: 0, sort: { published_at: desc } } }] }
    - { type: countdown, values: [{ date: 2027-06-18T18:00:00Z, label: Opening }] }
`,
  'pages/about.yaml': `title: About
status: published
blocks:
  - { type: paragraph, values: [{ text: "See [the quay](places/quay), [the news](articles/first) and [nothing](articles/none)." }] }
  - { type: hosts, format: list, values: [{ broadcastHostId: hosts/ada }] }
  - { type: map, values: [{ broadcastMapId: maps/harbour }] }
`,
  'places/quay.yaml': 'name: Quay\ncategory: stage\ncoordinates: { x: 10, y: 20 }\ndescription: By the water.\n',
  'places/hall.yaml': 'name: Hall\ncoordinates: { x: 50, y: 60 }\n',
  'events/opening.yaml': `title: Opening
start_time: 2027-06-18T18:00:00Z
end_time: 2027-06-18T20:00:00Z
category: concert
place_id: places/quay
`,
  'events/ball.yaml': `title: Ball
start_time: 2027-06-18T19:00:00Z
end_time: 2027-06-18T23:00:00Z
place_id: places/hall
`,
  'sessions/talk.yaml': `title: Talk
status: published
time: { start: 2027-06-19T09:00:00Z, end: 2027-06-19T10:00:00Z }
hostIds: [hosts/ada]
categoryIds: [categories/concert]
interestPointId: interest-points/desk
`,
  'hosts/ada.yaml': 'title: Ada\nstatus: published\ndescription: Sings.\ncategoryIds: [categories/concert]\n',
  'hosts/ben.yaml': 'title: Ben\nstatus: published\n',
  'categories/concert.yaml': 'title: Concert\nstatus: published\ncolor: "#CC3300"\nicon: { type: music }\n',
  'maps/harbour.yaml': 'title: Harbour\nstatus: published\nmedia: media/map.svg\n',
  'interest-points/desk.yaml': 'title: Desk\nstatus: published\nmapId: maps/harbour\ncoordinates: { x: 5, y: 5 }\n',
  'diffusers/web.yaml': 'type: web\nseo: { title: Harbour festival, metaDescription: By the water, indexing: true }\n',
  'media/map.svg': DRAWINGS[1],
  'media/logo.svg': DRAWINGS[0],
  'media/cover.svg': DRAWINGS[0],
  'media/cover.yaml': 'mediaUrl: https://example.org/cover.svg\nalt: A cover\n',
  'articles/first.md': `---
title: First
status: published
published_at: 2027-05-01T09:00:00Z
cover_image_url: media/cover.svg
---
Read [the other](articles/second), [a page](pages/about), and look: ![a map](media/map.svg)
`,
  'articles/second.md':
    '---\ntitle: Second\nstatus: published\npublished_at: 2027-05-02T09:00:00Z\n---\nBy [Ada](hosts/ada).\n',
  'articles/second.en.md': '---\ntitle: The second\n---\nBy [Ada](hosts/ada), in English.\n',
  'articles/later.md': '---\ntitle: Later\nstatus: published\npublished_at: 2027-06-10T09:00:00Z\n---\nIt has come.\n',
};
