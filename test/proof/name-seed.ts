/** Runs once, before all proofs. */
export function setup(): void {
  const seed = process.env['GITCAST_SEED'];
  process.stdout.write(`The seed is ${seed}: GITCAST_SEED=${seed} npm run proof repeats this run\n`);
}
