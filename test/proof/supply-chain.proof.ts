import { expect, it } from 'vitest';
import { record } from './figures.ts';
import { signatures, supplyChain } from './parts/supply-chain.ts';

/** Of libvips, which sharp loads as a library of its own: its licence asks for nothing more of those who only use it. */
const LINKED = /^node_modules\/@img\/sharp-libvips-[\w-]+: LGPL-3\.0-or-later$/;

it('every package of an installation is pinned, has a known licence and is in the bill of materials', () => {
  const { packages, withIntegrity, scripts, licences, unknown, billed } = supplyChain();
  expect([withIntegrity, billed, scripts]).toEqual([packages, packages, []]);
  expect(unknown.filter((each) => !LINKED.test(each))).toEqual([]);
  record({
    what: 'packages that an installation may have, pinned by SHA-512',
    tried: packages,
    failed: packages - withIntegrity,
  });
  record({ what: 'packages that run a script when they are installed', tried: scripts.length, failed: scripts.length });
  const listed = [...licences].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  record({ what: 'licences of the packages installed here', tried: listed.length, failed: 0, note: listed.join(', ') });
  record({ what: 'packages in the bill of materials (CycloneDX)', tried: billed, failed: packages - billed });
});

it('the public registry, where it can be reached, signed every package', ({ skip }) => {
  const checked = signatures();
  if (checked.type === 'not-run') return skip(checked.why);
  expect(checked.problems).toBe(0);
  record({
    what: 'packages without a valid signature of the registry',
    tried: checked.problems,
    failed: checked.problems,
  });
});
