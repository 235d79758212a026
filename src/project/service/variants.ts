/** What the embedded service can do otherwise where the interface is silent. */
export { isVariant, VARIANTS, type Variant } from '../../service/variants.ts';
