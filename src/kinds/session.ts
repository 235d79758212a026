import { defaultLocale, localeDetails, STATUSES, surfaceBCommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { assumed, instant, list, nullable, object, oneOfValues, prose, ref, text } from './schema.ts';
import { blocks } from './shapes/block.ts';
import { Media, pointerTo } from './shapes/primitives.ts';

export const session = defineKind({
  name: 'session',
  title: 'Session',
  summary: 'A talk, workshop or meeting with its hosts, its time and its room.',
  surface: 'B',
  folder: 'sessions',
  closed: true,
  fields: {
    ...surfaceBCommon,
    title: { schema: nullable(text({ minLength: 1 })), about: 'Title of the session', required: ['file'] },
    categoryIds: { schema: nullable(list(pointerTo('category'))), about: 'The categories it belongs to' },
    status: {
      schema: oneOfValues(STATUSES, { default: 'draft' }),
      about: 'Whether visitors see it',
      required: ['record'],
    },
    description: { schema: nullable(prose()), about: 'Short description' },
    hostIds: { schema: nullable(list(pointerTo('host'))), about: 'Who leads it' },
    interestPointId: { schema: nullable(pointerTo('interestPoint')), about: 'Where it takes place' },
    time: {
      schema: object(
        {
          start: assumed(instant({ description: 'When it starts' })),
          end: assumed(instant({ description: 'When it ends' })),
          timezone: assumed(nullable(text({ description: 'The time zone it is announced in' }))),
        },
        { required: ['start', 'end'], additionalProperties: true },
      ),
      about: 'When it takes place: start, end, timezone',
      required: ['create', 'record', 'file'],
    },
    media: { schema: nullable(ref(Media)), about: 'Its main picture' },
    defaultLocale,
    color: { schema: nullable(text()), about: 'Its colour in the programme' },
    broadcastMapId: { schema: nullable(pointerTo('map')), about: 'The map that shows where it is' },
    blocks: {
      schema: blocks('What its page shows, in order'),
      about: 'What its page shows, in order',
      required: ['record'],
    },
    localeDetails,
  },
  page: {
    title: 'title',
    text: 'description',
    picture: 'media',
    blocks: 'blocks',
    categories: 'categoryIds',
    list: 'program',
    programme: {
      start: ['time', 'start'],
      end: ['time', 'end'],
      timezone: ['time', 'timezone'],
      where: 'interestPointId',
      hosts: 'hostIds',
    },
    template: 'session',
  },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastSessions', ['update']),
  example: {
    title: 'Reading the river',
    status: 'published',
    time: { start: '2027-06-19T10:00:00+02:00', end: '2027-06-19T11:00:00+02:00' },
    hostIds: ['hosts/lena-moreau'],
    interestPointId: 'interest-points/dock-hall',
  },
});
