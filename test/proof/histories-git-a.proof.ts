import { describe } from 'vitest';
import { itPlays } from './histories.ts';

describe('state: git', () => {
  itPlays('git', { runs: 300, part: 3 });
});
