import { describe, expect, it } from 'vitest';
import { shapeExamples } from '../../src/kinds/shapes/shape-registry.ts';
import { BLOCK_TYPES, blockShapeName } from '../../src/kinds/shapes/block.ts';
import { shapes } from '../../src/kinds/shapes/shape-registry.ts';
import { problems } from '../model/harbour.ts';
import { fileShapeValidator } from './strict-ajv.ts';

describe('the example of a shape', () => {
  it.each(shapes.map(({ name }) => name))('is valid in a file: %s', (name) => {
    const validate = fileShapeValidator(name);
    validate(shapeExamples[name]);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has no problem in a repository whose documents and media it names', () => {
    const written = (value: unknown): string => `${JSON.stringify(value)}\n`;
    const files = {
      'broadcast.yaml': written({
        name: 'Harbour',
        theme: shapeExamples['Theme'],
        menu: shapeExamples['Menu'],
        fontRef: shapeExamples['FontRef'],
        appBar: { logo: shapeExamples['Media'], rightNavigator: shapeExamples['Navigator'] },
        home: { header: { background: shapeExamples['MediaSeries'] } },
      }),
      'pages/examples.yaml': written({
        title: 'Examples',
        status: 'published',
        blocks: BLOCK_TYPES.map((type) => shapeExamples[blockShapeName(type)]),
      }),
      'hosts/name-of-the-file.yaml': 'title: Lena\nstatus: published\n',
      'articles/name-of-the-file.md': '---\ntitle: News\nstatus: published\n---\nText\n',
      'maps/name-of-the-file.yaml': 'title: Harbour\nstatus: published\n',
      'fonts/name-of-the-file.yaml': 'fontFamily: Harbour\n',
      'media/picture.jpg': 'x',
      'media/film.mp4': 'x',
      'media/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    };
    const found = problems(files).filter(({ at }) => /(?:broadcast|examples)\.yaml$/.test(at.file));
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});
