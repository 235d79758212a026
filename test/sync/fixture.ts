/** One document of each kind, with pointers between them, including two pages that point to each other. */
export type Files = Readonly<Record<string, string>>;

export const ONE_OF_EACH: Files = {
  'broadcast.yaml': `name: Harbour festival
shortDescription: Three days by the river.
theme: { backgroundColor: "#fffaf2", accentColor: "#0b3c49" }
menu:
  sections:
    - title: Festival
      tiles:
        - { title: News, navigator: { broadcastArticleId: articles/news } }
        - { title: Information, navigator: { broadcastPageId: pages/information } }
`,
  'events/opening-night.yaml': `title: Opening night
start_time: 2027-06-18T20:30:00+02:00
end_time: 2027-06-18T23:00:00+02:00
place_id: places/main-stage # a pointer
description: Two sets, one river.
`,
  'places/main-stage.yaml': 'name: Main stage\ncategory: stage\ncoordinates: { x: 820, y: 410 }\n',
  'articles/news.md': `---
title: News
status: published
published_at: 2027-05-02T09:00:00+02:00
---
Trains stop **five minutes** from the gate.
`,
  'webhooks/crew.yaml': 'url: https://crew.example/hook\nevents: [event.created]\nsecret: { $env: CREW_SECRET }\n',
  'pages/information.yaml': `title: Information
status: published
blocks:
  - { type: paragraph, key: intro, values: [{ text: Everything for a good weekend. }] }
  - { type: button, values: [{ label: News, navigator: { broadcastArticleId: articles/news } }] }
  - { type: button, values: [{ label: Back, navigator: { broadcastPageId: pages/welcome } }] }
`,
  'pages/welcome.yaml': `title: Welcome
status: published
blocks:
  - { type: button, values: [{ label: On, navigator: { broadcastPageId: pages/information } }] }
`,
  'sessions/reading-the-river.yaml': `title: Reading the river
status: published
time: { start: 2027-06-19T10:00:00+02:00, end: 2027-06-19T11:00:00+02:00 }
hostIds: [hosts/lena-moreau]
interestPointId: interest-points/dock-hall
`,
  'hosts/lena-moreau.yaml': 'title: Léna Moreau\nstatus: published\ncategoryIds: [categories/talk]\n',
  'categories/talk.yaml': 'title: Talk\ncolor: "#0b3c49"\nstatus: published\n',
  'maps/harbour.yaml': 'title: The harbour\ntype: image\nstatus: published\nwidth: 1600\nheight: 1000\n',
  'interest-points/dock-hall.yaml':
    'title: Dock hall\nmapId: maps/harbour\ncoordinates: { x: 640, y: 380 }\nstatus: published\n',
  'media/bridge.yaml': 'alt: The old swing bridge\nmediaUrl: https://pictures.example/bridge.jpg\nexternal: true\n',
  'fonts/bricolage.yaml':
    'fontFamily: Bricolage\nweights: [{ weight: 700, url: "https://fonts.example/bricolage-700.woff2" }]\n',
  'workflows/reminder.yaml': `name: Remind the crew
status: disabled
trigger: { type: manual }
entryNodeId: ask
nodes: [{ id: ask, type: http, name: Ask, position: [0, 0], config: {} }]
`,
  'networking-forms/crew.yaml':
    'title: Meet the crew\nfields: [{ key: name, label: Your name, type: text, required: true }]\n',
  'campaigns/early-tickets.yaml': 'title: Early tickets\ntext: Until Sunday at the old price.\nstatus: published\n',
  'diffusers/web.yaml': 'type: web\nseo: { title: Harbour festival, indexing: true }\n',
};

export const SECRET = 'canary-secret-of-the-crew';

/** A place and some events on it. */
export const someEvents = (count: number): Files => ({
  'broadcast.yaml': 'name: Harbour festival\n',
  'places/main-stage.yaml': 'name: Main stage\n',
  ...Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`events/event-${index}.yaml`, eventText(`Event ${index}`)]),
  ),
});

export const eventText = (title: string): string => `# An evening by the river
title: ${title} # as on the poster
start_time: 2027-06-18T20:30:00+02:00
end_time: 2027-06-18T23:00:00+02:00
place_id: places/main-stage
`;
