import { plainText } from '../../markdown/reading.ts';
import { textIn } from '../text/localise.ts';
import { dateView } from '../parts/cards.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../text/titles.ts';
import type { Announcement, Composed } from './view.ts';

export function announcements(scope: Scope): readonly Announcement[] {
  return scope.site.of('campaign').map((campaign) => {
    const localised = scope.localised(campaign);
    const text = localised.text('text');
    const end = campaign.fields.time?.end;
    return {
      title: localised.text('title') ?? textIn('', undefined),
      ...(text && { text: { ...text, text: plainText(text.text) } }),
      ...(end && { until: dateView(end, scope) }),
    };
  });
}

export const composeCampaigns = (scope: Scope): Composed => ({
  title: screenTitle('campaigns', scope),
  body: { type: 'campaigns', announcements: announcements(scope) },
});
