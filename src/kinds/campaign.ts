import { defaultLocale, localeDetailsWith, notShown, status, surfaceBCommon, title } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { conventionalOnSurfaceB } from './operation.ts';
import { assumed, instant, nullable, object, text } from './schema.ts';

export const campaign = defineKind({
  name: 'campaign',
  title: 'Campaign',
  summary: 'A message to visitors, shown for a limited time.',
  surface: 'B',
  folder: 'campaigns',
  closed: false,
  fields: {
    ...surfaceBCommon,
    ...notShown({
      title: title('Headline of the message'),
      text: { schema: nullable(text()), about: 'The message' },
      status: status(),
      time: {
        schema: assumed(
          nullable(
            object(
              {
                start: nullable(instant({ description: 'Shown from' })),
                end: nullable(instant({ description: 'Shown until' })),
              },
              { additionalProperties: true },
            ),
          ),
        ),
        about: 'When it is shown: start, end',
      },
      localeDetails: localeDetailsWith({ text: nullable(text({ description: 'The message in this language' })) }),
      defaultLocale,
    }),
  },
  visibility: { from: ['time', 'start'], until: ['time', 'end'] },
  naturalKey: [['_reference'], ['title']],
  operations: conventionalOnSurfaceB('broadcastCampaigns'),
  example: {
    title: 'Early tickets end on Sunday',
    text: 'Until Sunday midnight at the old price.',
    status: 'published',
  },
});
