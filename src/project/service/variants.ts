/** Alternative behaviours of the embedded service where the interface does not specify one. */
export { isVariant, VARIANTS, type Variant } from '../../service/variants.ts';
