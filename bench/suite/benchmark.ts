/** The shape of every benchmark: it measures contestants in turns, and returns figures that have aims. */

/** A number of the project, and the aim for it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Nothing for a ratio. */
  readonly unit?: string;
  readonly aim?: { readonly most?: number; readonly least?: number };
  /** The middle half of the measured values lies between these. */
  readonly spread?: readonly [number, number];
}

/** The values of one contestant, a list for each measure with a value for each round. */
export interface Series {
  readonly name: string;
  readonly values: Readonly<Partial<Record<Measure, readonly number[]>>>;
}

/** What contestants are measured by. The first one that all of a benchmark have is shown. */
export const MEASURES = ['s', 'ms', 'per second', 'p99 ms', 'CPU s', 'MB'] as const;
export type Measure = (typeof MEASURES)[number];

/** A peer or a part that was not measured. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly series: readonly Series[];
  readonly skipped?: readonly Skipped[];
  /** Sentences beside the figures: commands with their flags, and what one side writes and another does not. */
  readonly notes?: readonly string[];
}

/** An outcome as it is kept. */
export interface Result extends Outcome {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly minutes: number;
  readonly isQuick: boolean;
}

export type Results = Readonly<Record<string, Result>>;

/** How much a run measures. */
export interface Scale {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** The number of documents, smaller in a quick run. */
  readonly size: (documents: number) => number;
  /** Another revision of gitcast that takes part in cold builds. */
  readonly against?: string;
  /** A folder of corpora and layouts by somebody else. */
  readonly checkout?: string;
}

export type Run = (scale: Scale) => Promise<Outcome>;

/** What docs/performance.md says about a benchmark, apart from its figures. */
export interface About {
  readonly title: string;
  /** What is measured, as Markdown. */
  readonly text: string;
  /** By the name of a figure: a sentence about what stands in the way of its aim, shown while it is missed. */
  readonly obstacles?: Readonly<Record<string, string>>;
}

export const isMet = ({ value, aim }: Figure): boolean =>
  aim === undefined || (value <= (aim.most ?? Infinity) && value >= (aim.least ?? -Infinity));
