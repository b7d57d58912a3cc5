import Type from 'typebox';

/** Priorities of files, the first to be downloaded first. */
export const filePriorities = ['high', 'normal', 'low'] as const;
export type FilePriority = (typeof filePriorities)[number];

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
	/** Extension 'priorities'. Without effect while the file is not selected. */
	priority: Type.Optional(Type.Enum([...filePriorities])),
});
export type File = Type.Static<typeof File>;
