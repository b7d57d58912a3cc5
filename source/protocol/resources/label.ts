import Type from 'typebox';

/** A label of downloads. Extension 'labels'. */
export const Label = Type.Object({
	name: Type.String(),
	/** Folder for the data of downloads that are added with the label. Empty for the usual one. */
	destination: Type.String({ default: '' }),
	/** Bytes per second for each of its downloads without a limit of its own; 0 for no limit. */
	max_download_speed: Type.Optional(Type.Integer()),
	max_upload_speed: Type.Optional(Type.Integer()),
	/** Seeding of its downloads ends at this ratio, or after these minutes; null: as all downloads; 0: never. */
	seeding_ratio: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
	seeding_minutes: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
	/** Number of its downloads. */
	downloads: Type.Optional(Type.Integer()),
});
export type Label = Type.Static<typeof Label>;
