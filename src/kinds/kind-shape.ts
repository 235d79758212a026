import { shape } from '../values/shape.ts';
import { isKindName, type KindName } from './registry.ts';

export const kindShape = shape<KindName>('a kind', (value) => typeof value === 'string' && isKindName(value));
