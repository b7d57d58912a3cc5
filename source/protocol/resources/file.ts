import Type from 'typebox';

/** A file of a download (interface, part 2). An omitted field is unknown. */
export const File = Type.Object({
	/** Index for selected_files. In views of a tree, folders have -1 (collapsed) or -2 (expanded). */
	index: Type.Integer(),
	/** POSIX path relative to the torrent's root (repair/file-tree.ts). A single-file torrent has its bare name. */
	name: Type.String(),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	included: Type.Optional(Type.Boolean()),
	/** 0 to 1. */
	progress: Type.Optional(Type.Number()),
});
export type File = Type.Static<typeof File>;
