import Type from 'typebox';

/** A file of a download (interface, part 2). A field that the service leaves out is unknown. */
export const File = Type.Object({
	/** What selected_files counts by. A view of a tree has folders too: -1 collapsed, -2 expanded. */
	index: Type.Integer(),
	/** POSIX path relative to the torrent's root (repair/file-tree.ts); a single-file torrent has its bare name. */
	name: Type.String(),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	included: Type.Optional(Type.Boolean()),
	/** 0 to 1. */
	progress: Type.Optional(Type.Number()),
});
export type File = Type.Static<typeof File>;
