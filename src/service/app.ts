/** The HTTP surface of the service. Every declared operation is a route. */
import { Hono } from 'hono';
import { armFaults } from './http/arm-faults.ts';
import { presentedKeys, requestIdOf } from './http/request-id.ts';
import { respond } from './http/respond.ts';
import { mountHealth, type Health } from './observe/health.ts';
import type { Page } from './page/page.ts';
import { routesOf } from './http/routes.ts';
import { replyTo, serve, type ServeParts } from './http/serve.ts';

export interface AppParts extends ServeParts {
  readonly page: Page;
  readonly health: Health;
  readonly secret: string;
}

export function createApp(parts: AppParts): Hono {
  const app = new Hono();
  const { faults, options } = parts;
  for (const { method, path, served } of routesOf(options.profile)) {
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => respond(c, await serve(c, parts, served)));
  }
  if (faults) {
    app.put('/faults', async (c) => {
      const id = requestIdOf(c, presentedKeys(c));
      return respond(c, await replyTo(armFaults(c, faults, parts.secret), { id, headers: {} }, options));
    });
  }
  if (options.openapi) app.get('/openapi.json', (c) => c.json(options.openapi!()));
  mountHealth(app, () => parts.health.obstacle());
  parts.page.mount(app);
  app.notFound(async (c) => respond(c, await serve(c, parts, {})));
  return app;
}
