import { catalogue, type Code } from '../../diagnostics/catalogue.ts';
import { sameAliases } from './broadcast/same-aliases.ts';
import { anchors } from './broadcast/anchors.ts';
import { doubleBookedHosts, doubleBookedPlaces } from './broadcast/double-bookings.ts';
import { pointersToExamples } from './broadcast/examples.ts';
import { conflictMarks } from './documents/conflict-marks.ts';
import { lowContrast } from './documents/contrast.ts';
import { pins } from './broadcast/pins.ts';
import { sameTitles } from './broadcast/same-titles.ts';
import { sameIds, sameUrls } from './broadcast/identities.ts';
import { timeSpans } from './documents/time-spans.ts';
import { twins } from './broadcast/twin-documents.ts';
import { words } from './documents/words.ts';
import { workflowGraph } from './documents/workflow-graph.ts';
import type { BroadcastRule, DocumentRule, ValueRule } from './rule.ts';
import { aliases } from './values/aliases.ts';
import { alternatives } from './values/alternatives.ts';
import { credentialNames } from './values/credential-names.ts';
import { describedFiles } from './values/described-files.ts';
import { farYears } from './values/far-years.ts';
import { hiddenTargets } from './values/hidden-targets.ts';
import { knownValues } from './values/known-values.ts';
import { locales } from './values/locales.ts';
import { media } from './values/media.ts';
import { menus } from './values/menus.ts';
import { navigators } from './values/navigators.ts';
import { pointers } from './values/pointers.ts';
import { secrets } from './values/secrets.ts';
import { targets } from './values/targets.ts';
import { textLinks } from './values/text-links.ts';
import { times } from './values/times.ts';
import { unknownKeys } from './values/unknown-keys.ts';
import { urls } from './values/urls.ts';

export const valueRules: readonly ValueRule[] = [
  unknownKeys,
  pointers,
  media,
  textLinks,
  times,
  urls,
  knownValues,
  secrets,
  credentialNames,
  navigators,
  locales,
  menus,
  targets,
  hiddenTargets,
  alternatives,
  farYears,
  describedFiles,
  aliases,
];

export const documentRules: readonly DocumentRule[] = [timeSpans, workflowGraph, lowContrast, words, conflictMarks];

export const broadcastRules: readonly BroadcastRule[] = [
  twins,
  sameIds,
  sameUrls,
  pointersToExamples,
  pins,
  doubleBookedPlaces,
  doubleBookedHosts,
  anchors,
  sameTitles,
  sameAliases,
];

export const mayFindErrors = ({ codes }: { readonly codes: readonly Code[] }): boolean =>
  codes.some((code) => catalogue[code].severity === 'error');
