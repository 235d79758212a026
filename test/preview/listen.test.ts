import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/preview/http/preview-listener.ts';

it('the next free port is used if none was chosen', async () => {
  const answer = (text: string) => () => () => new Response(text);
  const first = await listen({ port: 0, isNamed: true }, answer('first'));
  onTestFinished(first.close);
  const second = await listen({ port: first.port, isNamed: false }, answer('second'));
  onTestFinished(second.close);
  expect(second.port).toBeGreaterThan(first.port);
  expect(await (await fetch(`http://127.0.0.1:${second.port}/`)).text()).toBe('second');
  await expect(listen({ port: first.port, isNamed: true }, answer('third'))).rejects.toThrow(/is in use/);
});
