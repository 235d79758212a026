import { describe } from 'vitest';
import { newRemote, storeIn } from './clones.ts';
import { storeContract } from './store-contract.ts';

describe('a store on a ref of the remote', () => {
  storeContract(() => {
    const clone = newRemote().clone();
    return () => storeIn(clone);
  });
});
