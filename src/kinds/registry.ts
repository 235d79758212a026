import { article } from './article.ts';
import { broadcast } from './broadcast.ts';
import { campaign } from './campaign.ts';
import { category } from './category.ts';
import { diffuser } from './diffuser.ts';
import { event } from './event.ts';
import { font } from './font.ts';
import { host } from './host.ts';
import { interestPoint } from './interest-point.ts';
import { map } from './map.ts';
import { media } from './media.ts';
import { networkingForm } from './networking-form.ts';
import { page } from './page.ts';
import { place } from './place.ts';
import { analyticsEvent, client, contact, member, revision, workflowRun } from './service-only.ts';
import { session } from './session.ts';
import { webhook } from './webhook.ts';
import { workflow } from './workflow.ts';
import type { Kind } from './kind.ts';
import { shape } from '../values/shape.ts';

const declared = {
  broadcast,
  event,
  place,
  article,
  webhook,
  page,
  session,
  host,
  category,
  map,
  interestPoint,
  media,
  font,
  workflow,
  networkingForm,
  campaign,
  diffuser,
  contact,
  member,
  client,
  analyticsEvent,
  revision,
  workflowRun,
} as const;

/** The name of a kind, such as `event`. */
export type KindName = keyof typeof declared;
export type Declared = typeof declared;

type NamedKind = Kind & { readonly name: KindName };

/** Every kind, in the order in which the docs introduce them. */
export const kinds: readonly NamedKind[] = Object.values(declared) as readonly NamedKind[];

/** The kinds that are kept in files. */
export const fileKinds = kinds.filter((kind): kind is NamedKind & { folder: string } => kind.folder !== undefined);

/** The declaration of a kind. */
export const kindNamed = (name: KindName): NamedKind => declared[name] as NamedKind;

export const isKindName = (name: string): name is KindName => Object.hasOwn(declared, name);

export const kindShape = shape<KindName>('a kind', (value) => typeof value === 'string' && isKindName(value));
