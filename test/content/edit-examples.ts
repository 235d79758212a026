/** Files as the staff of a festival write them, with all the habits that an edit must preserve. */

const EVENT = `# The night everybody comes for.
# Ask Lena before moving it.
title: Opening night
start_time: 2027-06-18T20:30:00+02:00   # doors at 19:30
end_time:   2027-06-18T23:00:00+02:00
category: concert
place_id: places/main-stage             # a pointer: content/places/main-stage.yaml
description: >-
  Two sets, one river. The harbour opens at dusk, and
  the first boat leaves when the last light is gone.

notes: |   # only for the crew
  Load-in at 14:00.
  # this is text, not a comment

  Soundcheck at 17:30.

tags: [music, 'free entry', "river: north"]   # shown on the tile
$locales:
  en: {title: Opening night, description: "Two sets, one river."}
  es:
    title: 'Noche de apertura'
`;

const PAGE = `title: Plan your visit
isPrivate: false
navigator: { type: native, screen: program }
blocks:
  # The welcome
  - type: text
    text: |-
      Welcome to the **harbour**.

      We are open from noon.
  - type: tiles   # three of them, more do not fit
    columns: 3
    tiles:
      - title: Tickets
        url: https://harbour.example/tickets   # external
      - title: "Getting there"
        page: pages/getting-there
      # - title: Press
      #   page: pages/press

  - type: map
    center: [43.2951, 5.3743]
    pins: [
      { place: places/main-stage, x: 120, y: 80 }, # the big one
      { place: places/bar, x: 44, y: 310 },
    ]
  - type: spacer
localeDetails:
- locale: en
  title: Plan your visit
- locale: es
  title: Planea tu visita   # checked by Inés
metadata:
  seo:
    description:
    keywords: []
    # image: media/bridge.jpg
`;

const BROADCAST = `---
# gitcast: the festival itself
name: 'Harbour Nights'
slug: harbour-nights
isWeb: yes
theme:
    colors:
        primary: "#0a3d62"   # the river
        secondary: '#f6b93b'
    fonts:
        - name: Inter
          weights: [400, 700]

    radius: 8
"social links":
    - {network: instagram, url: 'https://instagram.example/harbour'}
    - network: mastodon
      url: https://social.example/@harbour
count: 0x1F
ratio: 1.50
empty: {}
nothing: ~`;

export const FESTIVAL_FILES = [EVENT, PAGE, BROADCAST, PAGE.replaceAll('\n', '\r\n'), `\uFEFF${EVENT}`];

export const WITH_ALIASES = `defaults: &defaults
  color: &river blue   # the river
  sizes: [&small 1, 2]
  font: {name: Inter, weight: *small}
stages:
  - &main
    name: Main
    style: *defaults   # as everywhere
  - name: Bar
    style:
      color: *river
      sizes: [*small, *small]
  - *main
favourite: *main
accent: *river
`;
