import Type from 'typebox';

/** A file of a download (interface, part 2). */
export const File = Type.Object({
	index: Type.Integer(),
	/** POSIX path relative to the torrent's root; a single-file torrent has its bare name. */
	name: Type.String(),
	/** Bytes. */
	size: Type.Integer(),
	included: Type.Boolean({ default: true }),
	/** 0 to 1. */
	progress: Type.Number({ default: 0 }),
});
export type File = Type.Static<typeof File>;
