/** Long work without waiting. It yields where other work, such as an answer from the network, may take a turn. */
export type Turns<T> = Generator<void, T, void>;

export function withoutTurns<T>(work: Turns<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** How many items of a list are worked on before others may take a turn: for files, about a millisecond. */
const IN_A_TURN = 16;

export function* mapInTurns<From, To>(list: readonly From[], work: (item: From) => To): Turns<To[]> {
  const done: To[] = [];
  for (const item of list) {
    done.push(work(item));
    if (done.length % IN_A_TURN === 0) yield;
  }
  return done;
}
