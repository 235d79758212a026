import { describe } from 'vitest';
import { itTellsStories } from './stories.ts';

describe('random stories with services of the documented profile', () => {
  itTellsStories('documented');
});
