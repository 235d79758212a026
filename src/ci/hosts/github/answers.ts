/** The parts of GitHub's answers that jobs use. */
import {
  count,
  flag,
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

interface Login {
  readonly login: string;
}

/** Null if the account is gone. */
const login: Shape<Login | null> = orNull(objectOf<Login>({ login: text }));

interface Branch {
  readonly ref: string;
  readonly sha: string;
  /** Null if its fork is gone. */
  readonly repo: { readonly full_name: string } | null;
}

const branch: Shape<Branch> = objectOf<Branch>({
  ref: text,
  sha: text,
  repo: orNull(objectOf<{ full_name: string }>({ full_name: text })),
});

export interface PullRequest {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly head: Branch;
  readonly base: Branch;
  readonly merged_at: string | null;
  /** Before the merge, that of a trial merge. */
  readonly merge_commit_sha: string | null;
}

export const pullRequest: Shape<PullRequest> = objectOf<PullRequest>({
  number: count,
  state: oneOf(['open', 'closed']),
  head: branch,
  base: branch,
  merged_at: orNull(text),
  merge_commit_sha: orNull(text),
});

export interface Comment {
  readonly id: number;
  readonly user: Login | null;
  readonly body: string | null | undefined;
}

export const comment: Shape<Comment> = objectOf<Comment>({ id: count, user: login, body: optional(orNull(text)) });

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly user: Login | null;
  /** The list of issues has pull requests too. */
  readonly pull_request: object | undefined;
}

export const issue: Shape<Issue> = objectOf<Issue>({
  number: count,
  title: text,
  user: login,
  pull_request: optional<object>(objectOf({})),
});

interface Label {
  readonly name: string;
}

export const label: Shape<Label> = objectOf<Label>({ name: text });

export interface IssueEvent {
  readonly event: string;
  readonly actor: Login | null;
  readonly created_at: string;
  readonly label: Label | undefined;
}

export const issueEvent: Shape<IssueEvent> = objectOf<IssueEvent>({
  event: text,
  actor: login,
  created_at: instant,
  label: optional(label),
});

export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly size_in_bytes: number;
  readonly expired: boolean;
}

interface ArtifactList {
  readonly artifacts: readonly Artifact[];
}

export const artifactList: Shape<ArtifactList> = objectOf<ArtifactList>({
  artifacts: listOf(objectOf<Artifact>({ id: count, name: text, size_in_bytes: number, expired: flag })),
});

interface RunList {
  readonly workflow_runs: readonly { readonly id: number; readonly status: string }[];
}

export const runList: Shape<RunList> = objectOf<RunList>({
  workflow_runs: listOf(objectOf<{ id: number; status: string }>({ id: count, status: text })),
});

interface Environment {
  readonly protection_rules: readonly { readonly type: string }[] | undefined;
}

export const environment: Shape<Environment> = objectOf<Environment>({
  protection_rules: optional(listOf(objectOf<{ type: string }>({ type: text }))),
});

interface Permission {
  readonly permission: string;
}

export const permission: Shape<Permission> = objectOf<Permission>({ permission: text });

/** The author of what a workflow writes with its own token. */
export const BOT = 'github-actions[bot]';
