import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listenOn } from '../machine/listen-on.ts';
import { limitUnreadBodies } from '../machine/unread-bodies.ts';
import { Problem } from './http/problem.ts';
import { asText, replyToUnreadable, sendReply } from './http/reply.ts';
import { malformed, requestFrom, type ServiceRequest } from './http/request.ts';
import { respondWhileStarting } from './http/respond.ts';
import type { OnFailure, ServiceOptions } from './options.ts';
import type { createService, Service } from './service.ts';

export interface Listening {
  readonly url: string;
  /**
   * Finishes the requests and deliveries in progress, up to a limit, and closes the database. Deliveries that are not
   * finished by then are left to other copies, or to the next start.
   */
  readonly close: () => Promise<void>;
}

export interface ListenOptions {
  readonly port?: number | undefined;
  readonly hostname?: string | undefined;
}

/** The options for starting a service, alone on a file or as one of several copies. */
export interface StartOptions extends ListenOptions {
  /** The path of a file, or the URL of a database server. */
  readonly database: string;
  /** The name of the broadcast in a new database. */
  readonly name: string;
  readonly service: ServiceOptions;
  /** Tests make one that misbehaves. */
  readonly create?: typeof createService;
}

/** An open port. Until it serves, only its health can be asked for. */
export interface Door {
  readonly url: string;
  readonly serve: (service: Service) => Promise<Listening>;
  readonly close: () => Promise<void>;
}

/** Together with closing the database, less than the 10 s after which Docker kills. */
const LAST_REQUESTS = 5000;

/**
 * How long an idle connection stays open: longer than a proxy keeps it (nginx: 60 s). Otherwise a request could arrive on a
 * connection that is just being closed, and the client could not tell whether it was served.
 */
const IDLE = 65_000;

export async function listen(service: Service, options: ListenOptions = {}): Promise<Listening> {
  const door = await openDoor(options);
  try {
    return await door.serve(service);
  } catch (error) {
    // An open port would keep the process alive.
    await door.close();
    throw error;
  }
}

/** Listens on the loopback interface unless another is given, because the service has no TLS. */
export async function openDoor({ port = 0, hostname = '127.0.0.1' }: ListenOptions): Promise<Door> {
  let respond = respondWhileStarting;
  let onFailure: OnFailure | undefined;
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: IDLE }, (incoming, outgoing) => {
    let request: ServiceRequest;
    try {
      request = requestFrom(incoming);
    } catch (error) {
      return sendReply(outgoing, replyToUnreadable(error, onFailure));
    }
    respond(request)
      .then((reply) => sendReply(outgoing, reply))
      .catch((error: unknown) => {
        const { method, path } = request;
        onFailure?.(`the answer to ${method} ${path} could not be sent: ${String(error)}`);
        outgoing.destroy();
      });
  });
  limitUnreadBodies(server);
  const connections = new LastConnections(server);
  // Requests that Node.js cannot read. It would answer with an empty body.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // An answer that is on its way must not be continued by another one.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) return socket.destroy();
    socket.write(asText(replyToUnreadable(unreadable(error))));
    socket.destroySoon();
  });
  server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) => {
    const problem = new Problem(417, 'expectation-failed', 'the header Expect may only be 100-continue');
    sendReply(answer, replyToUnreadable(problem));
  });
  const url = await listenOn(server, { port, hostname });
  return {
    url,
    serve: async (service) => {
      respond = service.respond;
      onFailure = service.options.onFailure;
      await service.deliveries.start();
      return {
        url,
        close: async () => {
          service.health.stop();
          connections.closeEach();
          const deliveries = service.deliveries.stop();
          await Promise.all([connections.end(), deliveries]);
          await service.close();
        },
      };
    },
    close: () => connections.end(),
  };
}

function unreadable({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'headers-too-large', 'the request target and the headers may be at most 16 KiB together');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'too-large', 'the chunk extensions of the body are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'timeout', 'the request took too long to arrive');
    default:
      return malformed('it is not HTTP/1.1');
  }
}

/** The connections of a server that is about to close. */
class LastConnections {
  readonly #server: Server;
  /**
   * Browsers open connections ahead of need. Such a connection has no request, but the server does not count it as idle.
   */
  readonly #unused = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (connection: Socket) => {
      this.#unused.add(connection);
      connection.once('close', () => this.#unused.delete(connection));
    });
    const answers = this.#answers;
    const forget = function (this: ServerResponse): void {
      answers.delete(this);
    };
    // Before the listener that answers.
    server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
      this.#unused.delete(socket);
      answers.add(answer);
      answer.on('close', forget);
      if (this.#isClosing) answer.setHeader('Connection', 'close');
    });
  }

  isAnswering(connection: Socket): boolean {
    return [...this.#answers].some(({ socket, headersSent }) => socket === connection && headersSent);
  }

  /** Ends each connection with its next answer. A client that keeps one busy would otherwise never leave. */
  closeEach(): void {
    this.#isClosing = true;
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }

  /** Accepts no more, and waits for the requests in progress. */
  end(): Promise<void> {
    this.closeEach();
    return new Promise((resolve) => {
      // A client that stalls in the middle of a request would keep the service open for ever.
      const limit = setTimeout(() => this.#server.closeAllConnections(), LAST_REQUESTS);
      this.#server.close(() => {
        clearTimeout(limit);
        resolve();
      });
      this.#server.closeIdleConnections();
      for (const connection of this.#unused) connection.destroy();
    });
  }
}
