import { describe } from 'vitest';
import { itSurvives } from './crashes.ts';

describe('with a service of the documented profile', () => {
  itSurvives('documented');
});
