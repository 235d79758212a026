/** Where a place is in the world: its own address and position, or else those of the whole event. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { onceEach } from '../../values/once-each.ts';
import type { Entity, Geo, LocalKeys, PostalAddress } from '../../model/broadcast.ts';

export type Location = Pick<LocalKeys, 'address' | 'geo'>;

/** The part of the keys of a document that says where it is. */
export const ownLocation = ({ address, geo }: Location): Location => ({
  ...(address && { address }),
  ...(geo && { geo }),
});

export const locationOf = ({ local }: Entity, { location }: { readonly location: Location }): Location =>
  local.address || local.geo ? ownLocation(local) : location;

/** In one line: `12 Harbour Street, 85100 Port-Elme, France`. */
export function addressText({ street, postcode, city, region, country }: PostalAddress, locale: Locale): string {
  const town = [postcode, city].filter(Boolean).join(' ');
  return [street, town, region, countryName(country, locale)].filter(Boolean).join(', ');
}

const countryName = (country: string | undefined, locale: Locale): string | undefined =>
  country !== undefined && /^[A-Z]{2}$/.test(country) ? regionsIn(locale).of(country) : country;

/** Every page with an address needs it and making one is slow. */
const regionsIn = onceEach((locale: Locale) => new Intl.DisplayNames([locale], { type: 'region' }));

export interface AddressView {
  readonly text: string;
  /** A map of the world, if its position is known. */
  readonly url?: string;
}

export function addressView({ address, geo }: Location, locale: Locale): AddressView | undefined {
  return address && { text: addressText(address, locale), ...(geo && { url: worldMap(geo) }) };
}

const worldMap = ({ latitude, longitude }: Geo): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
