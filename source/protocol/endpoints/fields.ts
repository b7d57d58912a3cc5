import Type from 'typebox';

/** Optional fields of requests. */

/** The maximum number of files of a torrent. */
const MAX_SELECTED_FILES = 200_000;

export const text = (description: string) => Type.Optional(Type.String({ description }));

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** Declares a whole number of at least `minimum`. */
export const integer = (minimum: number, description: string) =>
	Type.Optional(Type.Integer({ minimum, description }));

/** Declares a list of the indices of files. */
export const fileIndices = (description: string) =>
	Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: MAX_SELECTED_FILES, description }));
