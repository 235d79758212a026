/** The shape of a saved plan. Anyone may have edited the file, so every part of it is checked before anything is sent. */
import { kindShape as kind } from '../../kinds/registry.ts';
import { identityShape } from '../../model/target-identity.ts';
import type {
  Action,
  Allowing,
  Certainty,
  Change,
  FieldChange,
  Lost,
  OpenCreation,
  Plan,
  PlannedPointer,
  Refusal,
  StoredField,
  Summary,
} from '../plan.ts';
import type { Path } from '../../values/json.ts';
import * as is from '../../values/shape.ts';

const path: is.Shape<Path> = is.listOf(
  is.shape<string | number>('a key or an index', (step) => typeof step === 'string' || Number.isSafeInteger(step)),
);
const texts = is.listOf(is.text);
const filledTexts = is.listOf(is.filledText);
const anything = is.shape<never>('a value', () => true);

const CERTAINTIES = Object.keys({
  verified: true,
  blind: true,
  offline: true,
  replace: true,
  manual: true,
} satisfies Record<Certainty, true>) as readonly Certainty[];

interface ActionForm {
  readonly needs: readonly (keyof Change)[];
  readonly certainties: readonly Certainty[];
}

const ANY: readonly Certainty[] = ['verified', 'blind', 'replace', 'manual'];

/** The fields that each action needs, and how certain it can be. */
export const ACTION_FORMS: Readonly<Record<Action, ActionForm>> = {
  create: { needs: ['after'], certainties: ['verified', 'blind'] },
  update: { needs: ['id', 'after'], certainties: ['verified', 'blind'] },
  replace: { needs: ['id', 'after'], certainties: ['replace'] },
  delete: { needs: ['id'], certainties: ['verified', 'blind'] },
  adopt: { needs: ['id'], certainties: ['verified', 'blind'] },
  move: { needs: ['id', 'from'], certainties: ['verified', 'blind'] },
  forget: { needs: [], certainties: ['verified', 'blind'] },
  drift: { needs: [], certainties: ANY },
  conflict: { needs: [], certainties: ANY },
  manual: { needs: [], certainties: ANY },
};

const lostShape = is.objectOf<Lost>({
  title: is.optional(is.text),
  starts: is.optional(is.text),
  ends: is.optional(is.text),
  place: is.optional(is.text),
  characters: is.optional(is.count),
  blocks: is.optional(is.count),
  unmanaged: is.optional(filledTexts),
});

const changeShape = is.objectOf<Change>({
  address: is.filledText,
  kind,
  action: is.oneOf(Object.keys(ACTION_FORMS) as readonly Action[]),
  certainty: is.oneOf(CERTAINTIES),
  id: is.optional(is.filledText),
  fields: is.listOf(
    is.objectOf<FieldChange>({
      name: is.text,
      before: is.optional(anything),
      after: is.optional(anything),
      shown: is.optional(
        is.objectOf<NonNullable<FieldChange['shown']>>({
          before: is.optional(anything),
          after: is.optional(anything),
        }),
      ),
      unread: is.optional(is.exactly(true)),
      last: is.optional(anything),
      unsynced: is.optional(is.exactly(true)),
    }),
  ),
  after: is.optional(is.anyObject),
  pointers: is.listOf(is.objectOf<PlannedPointer>({ path, address: is.filledText })),
  secrets: is.listOf(path),
  reason: is.text,
  dependsOn: filledTexts,
  fingerprint: is.optional(is.filledText),
  agreed: is.recordOf(is.objectOf<Change['agreed'][string]>({ sent: is.text, answered: is.text })),
  sets: texts,
  drops: texts,
  replaces: is.optional(filledTexts),
  unshown: is.optional(filledTexts),
  settles: is.optional(filledTexts),
  waitsUntil: is.optional(is.count),
  from: is.optional(is.filledText),
  protect: is.optional(is.exactly(true)),
  updatedAt: is.optional(is.filledText),
  edited: is.optional(is.exactly(true)),
  lost: is.optional(lostShape),
  body: is.optional(is.text),
});

const summaryShape = is.objectOf<Summary>({
  create: is.count,
  update: is.count,
  replace: is.count,
  delete: is.count,
  adopt: is.count,
  move: is.count,
  drift: is.count,
  conflict: is.count,
  manual: is.count,
  unchanged: is.count,
});

const allowing = is.objectOf<Allowing>({
  allowDeletes: is.optional(is.count),
  allowEmpty: is.optional(is.listOf(kind)),
  allowRollback: is.optional(is.exactly(true)),
});

const fields = is.listOf(is.objectOf<StoredField>({ address: is.filledText, field: is.filledText }));

export const planShape = is.objectOf<Plan>({
  version: is.exactly(1),
  target: is.filledText,
  identity: is.optional(identityShape),
  digest: is.optional(is.filledText),
  offline: is.optional(is.exactly(true)),
  complete: is.flag,
  unread: is.optional(is.listOf(is.objectOf<NonNullable<Plan['unread']>[number]>({ kind, reason: is.text }))),
  uncompared: is.optional(filledTexts),
  storedDifferently: is.optional(fields),
  assumed: is.optional(fields),
  leftOut: is.optional(is.count),
  summary: summaryShape,
  requests: is.count,
  changes: is.listOf(changeShape),
  open: is.listOf(is.objectOf<OpenCreation>({ address: is.filledText, kind, key: is.filledText, until: is.count })),
  absent: filledTexts,
  notes: texts,
  refusals: is.listOf(
    is.objectOf<Refusal>({ reason: is.text, remedy: is.optional(is.text), allows: is.optional(allowing) }),
  ),
});
