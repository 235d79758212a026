import { assertNever } from '../../diagnostics/errors.ts';
import { checkSvg, type SvgCopy } from '../sanitise/svg.ts';
import { mediaTypeOf, refusalOf } from './media-type.ts';
import { MOST_PIXELS, type Size } from './resizer.ts';

interface MediaFiles {
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly read: (name: string) => Uint8Array;
  readonly measure: (name: string) => Size | undefined;
}

/** What is known of a file before a picture is made of it. */
export interface Inspection {
  /** The reason why it is not published. */
  readonly problem?: string | undefined;
  /** A drawing that is published without parts of it. */
  readonly copy?: SvgCopy | undefined;
}

export function inspect(name: string, { read, measure }: MediaFiles): Inspection {
  const type = mediaTypeOf(name);
  switch (type) {
    case 'photo':
      return { problem: photoProblem(measure(name)) };
    case 'drawing':
      return inspectDrawing(read(name));
    case 'refused':
      return { problem: refusalOf(name) };
    case 'animation':
    case 'file':
      return {};
    default:
      return assertNever(type);
  }
}

/** The reason why a file that could not be read is not published. */
export function unreadable(error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
  return `it cannot be read: ${reason}`;
}

function photoProblem(size: Size | undefined): string | undefined {
  if (!size) return 'it is not an image, or it is damaged';
  const pixels = size.width * size.height;
  if (pixels <= MOST_PIXELS) return undefined;
  return `it has ${Math.round(pixels / 1e6)} megapixels; the limit is ${MOST_PIXELS / 1e6}`;
}

function inspectDrawing(bytes: Uint8Array): Inspection {
  const verdict = checkSvg(bytes);
  return verdict.ok ? verdict : { problem: `it cannot be published: ${verdict.reason}` };
}
