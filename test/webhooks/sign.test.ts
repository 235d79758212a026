import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { deliveryHeaders } from '../../src/service/deliveries/signatures.ts';

it('the service signature is the HMAC-SHA256 of the body, as in test case 2 of RFC 4231', () => {
  const message = { id: 'msg_1', timestamp: 1, body: 'what do ya want for nothing?' };
  expect(deliveryHeaders(message, 'Jefe')['x-service-signature']).toBe(
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

it('the standard signature matches the example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  expect(deliveryHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('a delivery of a webhook without a secret has an id and a time, but no signature', () => {
  expect(deliveryHeaders({ id: 'msg_1', timestamp: 7, body: '{}' }, null)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '7',
  });
});

const now = (): number => Math.floor(Date.now() / 1000);
const body = '{"title":"Soirée d’ouverture"}';

it('the standardwebhooks library verifies a secret of `whsec_` and base64', () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const headers = deliveryHeaders({ id: 'msg_1', timestamp: now(), body }, secret);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

it.each(['a plain secret', 'whsec_not base64!', 'whsec_'])(
  'the standardwebhooks library verifies the text `%s` as a raw secret',
  (secret) => {
    const headers = deliveryHeaders({ id: 'msg_1', timestamp: now(), body }, secret);
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body));
  },
);

it('the standardwebhooks library rejects a signature made with a different secret', () => {
  const headers = deliveryHeaders({ id: 'msg_1', timestamp: now(), body }, 'one');
  expect(() => new Webhook('another', { format: 'raw' }).verify(body, headers)).toThrow('No matching signature');
});
