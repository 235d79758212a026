import { assertNever } from '../../diagnostics/errors.ts';
import { checkSvg } from '../sanitise/svg.ts';
import { mediaTypeOf, refusalOf } from './media-type.ts';
import { MOST_PIXELS, type Size } from './resizer.ts';

interface MediaFiles {
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly read: (name: string) => Uint8Array;
  readonly measure: (name: string) => Size | undefined;
}

/** The reason why a file is not published. It is known before a picture is made of the file. */
export function refusal(name: string, { read, measure }: MediaFiles): string | undefined {
  const type = mediaTypeOf(name);
  switch (type) {
    case 'photo':
      return photoProblem(measure(name));
    case 'drawing':
      return drawingProblem(read(name));
    case 'refused':
      return refusalOf(name);
    case 'animation':
    case 'file':
      return undefined;
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

function drawingProblem(bytes: Uint8Array): string | undefined {
  const verdict = checkSvg(bytes);
  return verdict.ok ? undefined : `it cannot be published: ${verdict.reason}`;
}
