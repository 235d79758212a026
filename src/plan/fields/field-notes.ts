/** Notes about the fields of documents. What many documents have in common becomes one line. */
export type FieldNote = string | NeedsSite;

/** The document is sent without a media file, or with a link or picture in a text as written: the site has no address. */
export interface NeedsSite {
  readonly needsSite: 'media' | 'text';
  readonly address: string;
}

export function noteLines(notes: readonly FieldNote[]): readonly string[] {
  const texts = notes.filter((note) => typeof note === 'string');
  return [...needsSiteLine(notes.filter((note) => typeof note !== 'string')), ...new Set(texts)];
}

function needsSiteLine(notes: readonly NeedsSite[]): readonly string[] {
  const affected = (what: NeedsSite['needsSite']): string | undefined => {
    const { size } = new Set(notes.filter(({ needsSite }) => needsSite === what).map(({ address }) => address));
    return size === 0 ? undefined : `${size} ${size === 1 ? 'document' : 'documents'}`;
  };
  const [media, text] = [affected('media'), affected('text')];
  const left = [
    ...(media ? [`media files are left out of ${media}`] : []),
    ...(text ? [`links and pictures in texts of ${text} are sent as written`] : []),
  ];
  if (left.length === 0) return [];
  return [`${left.join(' and ')}, because the site has no address; set site.url in gitcast.config.yaml`];
}
