import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { qrText } from '../../src/cli/views/text/qr-text.ts';
import { coloursOf } from '../../src/cli/views/text/style.ts';
import { qrRows } from '../../src/values/qr-rows.ts';

const LINK = 'http://192.168.1.5:4321/__gitcast/enter?bm90LWEtcmVhbC1zZWNyZXQt';

it('a QR code in a terminal has every module, two in a character, and four light ones around', () => {
  const lines = qrText(LINK, coloursOf({ coloured: false })).split('\n');
  const rows = lines.flatMap((line) => [
    [...line].map((each) => each === ' ' || each === '▄'),
    [...line].map((each) => each === ' ' || each === '▀'),
  ]);
  const { length: size } = qrRows(LINK);
  const inner = rows.slice(4, 4 + size).map((row) => row.slice(4, -4));
  expect(inner).toEqual(qrRows(LINK));
  const around = [...rows.slice(0, 4), ...rows.slice(4 + size)].flat();
  expect(around).not.toContain(true);
  expect(rows.flatMap((row) => [...row.slice(0, 4), ...row.slice(-4)])).not.toContain(true);
});

it('its colours do not depend on those of the terminal', () => {
  const [plain, coloured] = [false, true].map((each) => qrText(LINK, coloursOf({ coloured: each })).split('\n'));
  expect(coloured).toEqual(
    plain!.map((line) => styleText(['bgBlack', 'whiteBright'], line, { validateStream: false })),
  );
});
