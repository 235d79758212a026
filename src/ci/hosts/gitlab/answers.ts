/** The parts of GitLab's answers that jobs use. */
import {
  count,
  instant,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
  type Shape,
} from '../../../values/shape.ts';

interface Numbered {
  readonly id: number;
}

export const user: Shape<Numbered> = objectOf<Numbered>({ id: count });

interface MergeRequest {
  readonly iid: number;
  /** `locked` while GitLab merges it. */
  readonly state: 'opened' | 'closed' | 'merged' | 'locked';
  readonly sha: string;
  /** Null if the fork is gone. */
  readonly source_project_id: number | null;
  readonly target_branch: string;
  readonly labels: readonly string[];
  readonly merge_commit_sha: string | null | undefined;
  readonly squash_commit_sha: string | null | undefined;
}

export const mergeRequest: Shape<MergeRequest> = objectOf<MergeRequest>({
  iid: count,
  state: oneOf(['opened', 'closed', 'merged', 'locked']),
  sha: text,
  source_project_id: orNull(count),
  target_branch: text,
  labels: listOf(text),
  merge_commit_sha: optional(orNull(text)),
  squash_commit_sha: optional(orNull(text)),
});

export interface Pipeline {
  readonly id: number;
  readonly sha: string;
  readonly project_id: number | undefined;
}

export const pipeline: Shape<Pipeline> = objectOf<Pipeline>({ id: count, sha: text, project_id: optional(count) });

export interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly web_url: string;
}

export const job: Shape<Job> = objectOf<Job>({ id: count, name: text, status: text, web_url: text });

interface Note {
  readonly id: number;
  readonly author: Numbered;
  readonly body: string;
}

export const note: Shape<Note> = objectOf<Note>({ id: count, author: user, body: text });

export interface Issue {
  readonly iid: number;
  readonly title: string;
  readonly author: Numbered;
}

export const issue: Shape<Issue> = objectOf<Issue>({ iid: count, title: text, author: user });

interface LabelEvent {
  readonly action: string;
  readonly created_at: string;
  /** Null if the account is gone. */
  readonly user: { readonly id: number; readonly username: string } | null;
  /** Null if the label is gone. */
  readonly label: { readonly name: string } | null;
}

export const labelEvent: Shape<LabelEvent> = objectOf<LabelEvent>({
  action: text,
  created_at: instant,
  user: orNull(objectOf<{ id: number; username: string }>({ id: count, username: text })),
  label: orNull(objectOf<{ name: string }>({ name: text })),
});

interface Member {
  readonly access_level: number;
}

export const member: Shape<Member> = objectOf<Member>({ access_level: number });

interface ProtectedEnvironment {
  readonly name: string;
}

export const protectedEnvironment: Shape<ProtectedEnvironment> = objectOf<ProtectedEnvironment>({ name: text });
