import type { Entity } from '../model/broadcast.ts';
import type { PlanInput } from './context.ts';

/** The interface has no field for a cancellation, so the application does not show it. */
export function cancelledNotes(synced: readonly Entity[], { choices }: PlanInput): readonly string[] {
  const cancelled = synced.filter(({ address, kind, local }) => local.cancelled && choices.only(address, kind));
  if (cancelled.length === 0) return [];
  const addresses = cancelled.map(({ address }) => address).join(', ');
  return [
    `cancelled on the site, but still shown by the service: ${addresses}; to announce it there, change the title; to remove it from both, delete the file`,
  ];
}
