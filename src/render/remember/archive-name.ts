/**
 * The name of an archive in a store: what it is for, the day on which it was made, the digest of its bytes and, with a key,
 * a proof. So a store needs no index that two builds could overwrite, equal archives have one name, and an archive without
 * a valid proof is not even loaded.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../values/site-file.ts';

export interface ArchiveName {
  /** As the store has it. */
  readonly name: string;
  /** The name of its scope. */
  readonly scope: string;
  /** The days since 1970. */
  readonly day: number;
  readonly digest: string;
  readonly proof: string | undefined;
}

const FORM = /^([0-9a-f]{32})\/(\d{1,6})-([0-9a-f]{64})(?:-([0-9a-f]{64}))?$/;

const DAY = 24 * 60 * 60 * 1000;

export const dayOf = (date: Date): number => Math.floor(date.getTime() / DAY);

/** Hexadecimal, because some disks do not distinguish upper and lower case. */
export const scopeName = (scope: string): string => digestOf(Buffer.from(scope));

/** Undefined for what gitcast has not written. */
export function parseArchiveName(name: string): ArchiveName | undefined {
  const [, scope, day, digest, proof] = FORM.exec(name) ?? [];
  return scope === undefined ? undefined : { name, scope, day: Number(day), digest: digest!, proof };
}

export function archiveName(about: Omit<ArchiveName, 'name' | 'proof'>, key: string | undefined): string {
  const { scope, day, digest } = about;
  return [`${scope}/${day}`, digest, ...(key === undefined ? [] : [proofOf(about, key)])].join('-');
}

/** Without a key, every archive counts. */
export function isProven(name: ArchiveName, key: string | undefined): boolean {
  if (key === undefined) return true;
  return name.proof !== undefined && timingSafeEqual(Buffer.from(name.proof), Buffer.from(proofOf(name, key)));
}

/** The scope is part of it: an archive of another version must not be presented as one of this version. */
const proofOf = ({ scope, day, digest }: Omit<ArchiveName, 'name' | 'proof'>, key: string): string =>
  createHmac('sha256', key).update(`gitcast cache 1\n${scope}\n${day}\n${digest}`).digest('hex');
