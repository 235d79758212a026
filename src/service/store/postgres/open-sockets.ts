import { Socket } from 'node:net';

/** The sockets of all connections to a server. One that the server does not answer on can only be destroyed. */
export class OpenSockets {
  readonly #open = new Set<Socket>();

  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  };

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
