// Encodes a text as a QR code (ISO/IEC 18004): bytes, versions 1 to 40, error correction M, which survives 15 % of damage.
// It uses no DOM: the build draws codes with it, and the pages load it when a visitor asks for one.

// By version, from 1: error correction bytes of each block, and the number of blocks.
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];

const sizeOf = (version) => 17 + 4 * version;
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** The modules that carry data: all but the finder, timing and alignment patterns, the format and the version. */
function dataModules(version) {
  const size = sizeOf(version);
  let count = size * size - 3 * 64 - 31 - 2 * (size - 16);
  if (version >= 2) {
    const lines = Math.floor(version / 7) + 2;
    count -= (lines * lines - 3) * 25 - (lines - 2) * 2 * 5;
  }
  return version >= 7 ? count - 36 : count;
}

const allBytes = (version) => Math.floor(dataModules(version) / 8);
const dataBytes = (version) => allBytes(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

function versionFor(length) {
  for (let version = 1; version <= 40; version++) {
    if (4 + lengthBits(version) + 8 * length <= 8 * dataBytes(version)) return version;
  }
  throw new RangeError(`A QR code holds at most 2331 bytes, and this text has ${length}.`);
}

/** Mode, length, text, terminator and padding. */
function dataOf(bytes, version) {
  const bits = [];
  const put = (value, width) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const capacity = 8 * dataBytes(version);
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: capacity / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** In the field of 256 elements of the standard, whose polynomial is 0x11d. */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. */
function divisorOf(degree) {
  const divisor = Array(degree).fill(0);
  divisor[degree - 1] = 1;
  for (let round = 0, root = 1; round < degree; round++, root = multiply(root, 2)) {
    divisor.forEach((value, index) => (divisor[index] = multiply(value, root) ^ (divisor[index + 1] ?? 0)));
  }
  return divisor;
}

function correctionOf(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((value, index) => (rest[index] ^= multiply(value, factor)));
  }
  return rest;
}

/** The data in blocks, each with its error correction, interleaved. The last blocks are one byte longer. */
function interleaved(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const divisor = divisorOf(CORRECTION[version - 1]);
  const blocks = [];
  for (let index = 0, from = 0; index < count; index++) {
    const to = from + short + (index < count - long ? 0 : 1);
    blocks.push(data.slice(from, to));
    from = to;
  }
  const corrections = blocks.map((block) => correctionOf(block, divisor));
  const inTurn = (lists) =>
    lists.at(-1).flatMap((_, index) => lists.flatMap((list) => (index < list.length ? [list[index]] : [])));
  return [...inTurn(blocks), ...inTurn(corrections)];
}

function alignmentLines(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}

/** The rest of a division of bits, which protects the format and the version. */
function checkBits(value, polynomial, width) {
  let rest = value;
  for (let bit = 0; bit < width; bit++) rest = (rest << 1) ^ ((rest >> (width - 1)) * polynomial);
  return rest;
}

/** The patterns every code of a version has, with `undefined` where data goes. */
function patterns(version) {
  const size = sizeOf(version);
  const grid = Array.from({ length: size }, () => Array(size).fill());
  for (let index = 0; index < size; index++) grid[6][index] = grid[index][6] = index % 2 === 0;
  const square = (centreX, centreY, radius, isDark) => {
    for (let y = Math.max(0, centreY - radius); y <= Math.min(size - 1, centreY + radius); y++) {
      for (let x = Math.max(0, centreX - radius); x <= Math.min(size - 1, centreX + radius); x++) {
        grid[y][x] = isDark(Math.max(Math.abs(x - centreX), Math.abs(y - centreY)));
      }
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  }
  const lines = alignmentLines(version);
  const last = lines.at(-1);
  for (const x of lines) {
    for (const y of lines) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!isFinder) square(x, y, 2, (distance) => distance !== 1);
    }
  }
  drawFormat(grid, 0);
  if (version < 7) return grid;
  const bits = (version << 12) | checkBits(version, 0x1f25, 12);
  for (let index = 0; index < 18; index++) {
    const [long, short] = [size - 11 + (index % 3), Math.floor(index / 3)];
    grid[short][long] = grid[long][short] = ((bits >> index) & 1) === 1;
  }
  return grid;
}

/** Writes the error correction level (M is 0) and the mask, twice. */
function drawFormat(grid, mask) {
  const size = grid.length;
  const bits = ((mask << 10) | checkBits(mask, 0x537, 10)) ^ 0x5412;
  for (let index = 0; index < 15; index++) {
    const dark = ((bits >> index) & 1) === 1;
    if (index < 8) {
      grid[index < 6 ? index : index + 1][8] = dark;
      grid[8][size - 1 - index] = dark;
    } else {
      grid[8][index === 8 ? 7 : 14 - index] = dark;
      grid[size - 15 + index][8] = dark;
    }
  }
  grid[size - 8][8] = true;
}

/** Where data goes, in its order: columns in pairs, from the right, up and down. */
function* dataPlaces(grid) {
  const size = grid.length;
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (grid[y][x] === undefined) yield [x, y];
    }
  }
}

const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** For each mask the code of a version without data, row by row, and where data goes. Made once: a page can have many codes. */
const frames = new Map();
function frameOf(version) {
  const known = frames.get(version);
  if (known) return known;
  const empty = patterns(version);
  const places = [...dataPlaces(empty)];
  const masked = MASKS.map((isInverted, mask) => {
    const grid = empty.map((row) => [...row]);
    for (const [x, y] of places) grid[y][x] = isInverted(x, y);
    drawFormat(grid, mask);
    return Uint8Array.from(grid.flat(), Number);
  });
  const frame = { masked, places: places.map(([x, y]) => y * empty.length + x) };
  frames.set(version, frame);
  return frame;
}

/** How hard a code is to read: long runs, large areas, false finders, and too much of one colour. */
function penaltyOf(grid, size) {
  let penalty = 0;
  for (const [across, along] of [
    [size, 1],
    [1, size],
  ]) {
    for (let a = 0; a < size; a++) {
      let [run, colour, last] = [0, 2, 0];
      for (let b = 0; b < size; b++) {
        const next = grid[a * across + b * along];
        run = next === colour ? run + 1 : 1;
        colour = next;
        if (run >= 5) penalty += run === 5 ? 3 : 1;
        last = ((last << 1) | next) & 0x7ff;
        if (b >= 10 && (last === 0b10111010000 || last === 0b00001011101)) penalty += 40;
      }
    }
  }
  let dark = 0;
  for (let at = 0; at < grid.length; at++) {
    dark += grid[at];
    if (at < size || at % size === 0) continue;
    const around = grid[at] + grid[at - 1] + grid[at - size] + grid[at - size - 1];
    if (around === 0 || around === 4) penalty += 3;
  }
  return penalty + 10 * Math.floor(Math.abs(dark / (size * size) - 0.5) * 20);
}

/**
 * The rows of the code, `true` for a dark module, without the quiet zone: four light modules must surround it.
 * @param {string} text at most 2331 bytes in UTF-8, else a RangeError
 * @returns {boolean[][]}
 */
export function qrMatrix(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const size = sizeOf(version);
  const codewords = interleaved(dataOf(bytes, version), version);
  const { masked, places } = frameOf(version);
  const flipped = places.filter((_, index) => (codewords[index >> 3] >> (7 - (index & 7))) & 1);
  let best;
  let least = Infinity;
  for (const frame of masked) {
    const grid = frame.slice();
    for (const place of flipped) grid[place] ^= 1;
    const penalty = penaltyOf(grid, size);
    if (penalty < least) [best, least] = [grid, penalty];
  }
  return Array.from({ length: size }, (_, y) => Array.from(best.subarray(y * size, (y + 1) * size), Boolean));
}
