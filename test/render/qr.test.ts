import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { qrMatrix } from '../../templates/assets/js/qr.js';

// The expected codes are those of the npm package `qrcode`, and zbarimg and jsQR read them.
const EXAMPLE = `
#######..##...#.#.#######
#.....#....#.#.##.#.....#
#.###.#.#...#...#.#.###.#
#.###.#.#######...#.###.#
#.###.#.##......#.#.###.#
#.....#.#.#..###..#.....#
#######.#.#.#.#.#.#######
........#.#...#.#........
#.#####.....##....#####..
#........#.#.#...#.#...#.
.#..###...##.####..#.#.##
...##..#......###.##....#
#..##.#..#.....#.##.#.###
#.##.#..#...##..#..#.#.#.
#.###.#.##...###..####.##
#...##..#.#.##.######...#
#.######.#..#.#.#####.#..
........###....##...##...
#######...###...#.#.#.###
#.....#.#..#..#.#...##..#
#.###.#.####...######.###
#.###.#.#.#.####.##.#####
#.###.#.##...###.....##.#
#.....#..##.##..##.###..#
#######.#...#.#..########
`;

/** The bytes that versions 1 to 40 hold with error correction M, as the standard lists them. */
const CAPACITIES = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
  997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];

const drawn = (text: string): string =>
  qrMatrix(text)
    .map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
    .join('\n');

it('a QR code is the one that an independent encoder draws', () => {
  expect(drawn('https://example.org/')).toBe(EXAMPLE.trim());
});

it('a text that fills a version is that version, and the codes of all forty are those of an independent encoder', () => {
  const texts = CAPACITIES.map((capacity) => 'https://example.org/program/?q='.repeat(80).slice(0, capacity - 1) + 'x');
  const codes = texts.map(drawn);
  expect(codes.map((code) => code.indexOf('\n'))).toEqual(CAPACITIES.map((_, index) => 21 + 4 * index));
  const digest = createHash('sha256').update(codes.join('\n')).digest('hex');
  expect(digest).toBe('0f4bef6d897b2c89aadbf50463ebeac9e7bf8d225f1715f22e15da30cfbfca30');
});

it('one byte more needs the next version, and more than 2331 bytes in UTF-8 is an error', () => {
  expect(qrMatrix('x'.repeat(15))).toHaveLength(25);
  expect(() => qrMatrix('é'.repeat(1166))).toThrow(RangeError);
});
