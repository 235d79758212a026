/** Faults on a database that several copies of the service share: a rule counts the requests to all of them. */
import { matches, strikes, type FaultRule, type Faults } from './faults.ts';
import type { Engine } from './store/engine.ts';
import { countRequest, listFaults, replaceFaults } from './store/fault-rules.ts';

export class SharedFaults implements Faults {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  arm(rules: readonly FaultRule[]): Promise<void> {
    return this.#engine.write('everything', () => replaceFaults(rules.map((rule) => JSON.stringify(rule))));
  }

  async strike(method: string, path: string): Promise<readonly FaultRule[]> {
    const matching = (await this.#rules()).filter(({ rule }) => matches(rule, method, path));
    const struck: FaultRule[] = [];
    for (const { number, rule } of matching) {
      const seen = await this.#engine.write('everything', () => countRequest(number));
      if (strikes(rule, seen)) struck.push(rule);
    }
    return struck;
  }

  async duplicatesDeliveries(): Promise<boolean> {
    return (await this.#rules()).some(({ rule }) => rule.do === 'duplicate-deliveries');
  }

  async #rules(): Promise<readonly { readonly number: number; readonly rule: FaultRule }[]> {
    const stored = await this.#engine.read('everything', listFaults);
    return stored.map(({ number, rule }) => ({ number, rule: JSON.parse(rule) as FaultRule }));
  }
}
