import { needed, surfaceACommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceA, pagingOnSurfaceA } from './operation.ts';
import { instant, list, prose, text } from './schema.ts';
import { loosePointerTo } from './shapes/primitives.ts';

export const event = defineKind({
  name: 'event',
  title: 'Event',
  summary: 'An entry in the agenda, such as a concert, a talk or a ceremony, with its time and place.',
  surface: 'A',
  folder: 'events',
  closed: true,
  fields: {
    ...surfaceACommon,
    title: needed(text(), 'Title shown to the public'),
    start_time: needed(instant(), 'When it starts'),
    end_time: needed(instant(), 'When it ends'),
    // The interface does not show this name; it is the same as on places.
    category: { schema: text(), about: 'The type of event, in your own words', assumed: true },
    place_id: { schema: loosePointerTo('place'), about: 'Where it takes place' },
    description: { schema: prose(), about: 'What it is about' },
  },
  translated: ['title', 'description'],
  page: {
    title: 'title',
    text: 'description',
    list: 'program',
    programme: { start: ['start_time'], end: ['end_time'], where: 'place_id', category: 'category' },
  },
  local: { $hosts: list(loosePointerTo('host'), { description: 'Who is on stage, shown on the site alone' }) },
  naturalKey: [['title', 'start_time'], ['end_time'], ['place_id']],
  slot: ['place_id', 'start_time', 'end_time'],
  operations: onSurfaceA('events', {
    documented: ['list', 'create', 'read', 'update', 'delete'],
    listQuery: [
      { name: 'category', schema: text(), about: 'Only events of this category', documented: false },
      { name: 'start_date', schema: text(), about: 'Only events that start at or after this', documented: false },
      { name: 'end_date', schema: text(), about: 'Only events that end at or before this', documented: false },
      ...pagingOnSurfaceA(false),
    ],
  }),
  example: {
    title: 'Opening night',
    start_time: '2027-06-18T20:30:00+02:00',
    end_time: '2027-06-18T23:00:00+02:00',
    category: 'concert',
    place_id: 'places/main-stage',
    description: 'Two sets, one river.',
  },
});
