/** Pictures of the content folder for the pickers of the editor, also those that no page shows. */
import { mediaTypeOf } from '../../render/images/media-type.ts';
import { OWN_PATH } from './access.ts';

export const PICTURE = `${OWN_PATH}picture`;

export const isPicture = (name: string): boolean => PICTURES.includes(mediaTypeOf(name));

const PICTURES: readonly string[] = ['photo', 'drawing', 'animation'];

/** A drawing that was not checked yet may contain scripts: opened by itself, it must not run them. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
