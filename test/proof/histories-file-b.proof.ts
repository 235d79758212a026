import { describe } from 'vitest';
import { itPlays } from './histories.ts';

describe('state: file', () => {
  itPlays('file', { runs: 2200, part: 2 });
});
