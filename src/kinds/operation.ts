import { integer, oneOfValues, text, type Schema } from './schema.ts';
import { LOGICAL_OPERATORS } from './shapes/navigator.ts';

/** One of the two parts of the interface, which have different addresses and conventions. */
export type Surface = 'A' | 'B';
/** The effect of an operation. */
export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A parameter in the query of a request. */
export interface QueryParameter {
  /** Its name. */
  readonly name: string;
  /** The schema of its value. */
  readonly schema: Schema;
  /** Its description, for people. */
  readonly about: string;
  /** True if the interface shows this name, false if we chose it. */
  readonly documented: boolean;
}

/** A request that the service offers for a kind. */
export interface Operation {
  /** Its effect. */
  readonly verb: Verb;
  /** The surface that it belongs to. */
  readonly surface: Surface;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the surface's base URL; `{id}` is the resource's id. */
  readonly path: string;
  /** Documented operations are shown in the interface; the others are conventional, and a profile may turn them off. */
  readonly documented: boolean;
  /** The query parameters that it accepts. */
  readonly query: readonly QueryParameter[];
}

export const SURFACE_BASE: Readonly<Record<Surface, string>> = {
  A: '/v1',
  B: '/v1/users/{userId}/broadcasts/{broadcastId}',
};

interface Offered {
  readonly documented: readonly Verb[];
  readonly extended?: readonly Verb[];
  readonly listQuery?: readonly QueryParameter[];
}

export const onSurfaceA = (collection: string, offered: Offered): readonly Operation[] =>
  operations('A', `/${collection}`, offered);

export const onSurfaceB = (collection: string, offered: Offered): readonly Operation[] =>
  operations('B', `/${collection}`, { listQuery: SURFACE_B_LIST, ...offered });

/** The broadcast itself is the root of Surface B: no collection, no id. */
export const onBroadcastRoot = (documented: readonly Verb[]): readonly Operation[] =>
  documented.map((verb) => ({ ...operation('B', '', verb, true, []), path: '' }));

const ALL: readonly Verb[] = ['list', 'create', 'read', 'update', 'delete'];

/** All conventional operations on a Surface B collection of which the interface shows only `documented`. */
export const conventionalOnSurfaceB = (collection: string, documented: readonly Verb[] = []): readonly Operation[] =>
  onSurfaceB(collection, { documented, extended: ALL.filter((verb) => !documented.includes(verb)) });

function operations(surface: Surface, collection: string, { documented, extended = [], listQuery = [] }: Offered) {
  return ALL.filter((verb) => documented.includes(verb) || extended.includes(verb)).map((verb) =>
    operation(surface, collection, verb, documented.includes(verb), listQuery),
  );
}

function operation(
  surface: Surface,
  collection: string,
  verb: Verb,
  documented: boolean,
  listQuery: readonly QueryParameter[],
): Operation {
  const onCollection = verb === 'list' || verb === 'create';
  return {
    verb,
    surface,
    method: surface === 'A' && verb === 'update' ? 'PUT' : METHODS[verb],
    path: onCollection ? collection : `${collection}/{id}`,
    documented,
    query: verb === 'list' ? listQuery : [],
  };
}

const METHODS: Readonly<Record<Verb, Operation['method']>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};

/** Paging on Surface A, for events and articles. */
export const pagingOnSurfaceA = (documented: boolean): readonly QueryParameter[] => [
  { name: 'limit', schema: integer({ minimum: 1, maximum: 200, default: 50 }), about: 'Size of a page', documented },
  {
    name: 'offset',
    schema: integer({ minimum: 0, default: 0 }),
    about: 'How many entries to skip at the start',
    documented,
  },
];

const assumedParameter = (name: string, schema: Schema, about: string): QueryParameter => ({
  name,
  schema,
  about,
  documented: false,
});

const SURFACE_B_LIST: readonly QueryParameter[] = [
  assumedParameter('filters', text(), 'A JSON array of filter objects'),
  assumedParameter('filtersLogical', oneOfValues(LOGICAL_OPERATORS), 'How the filters are combined'),
  assumedParameter('limit', integer({ minimum: 0 }), 'The maximum number of entries'),
  assumedParameter('skip', integer({ minimum: 0 }), 'How many entries to skip at the start'),
  assumedParameter('startId', text(), 'Start after the object with this id'),
  assumedParameter('sort', text(), 'A JSON object of fields, each asc or desc'),
];

/** `documented`: only operations that the interface shows. `extended`: the conventional ones too. */
export type Profile = 'documented' | 'extended';
export const PROFILES: readonly Profile[] = ['documented', 'extended'];

export const operationsIn = (
  kind: { readonly operations: readonly Operation[] },
  profile: Profile,
): readonly Operation[] => kind.operations.filter((operation) => operation.documented || profile === 'extended');
