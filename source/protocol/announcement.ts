import Type from 'typebox';

/** The announcement of a running service in its state folder. */
export const announcementFile = 'service.json';

/** Content of the announcement. The API key is in a separate file of mode 0600. */
export const Announcement = Type.Object({
	url: Type.String({ minLength: 1 }),
	/** A single process: kill applies ids of 0 and below to many. */
	pid: Type.Integer({ minimum: 1 }),
	/** Absolute path of the file with the API key. Empty if no key is required. */
	api_key_file: Type.String({ default: '' }),
	version: Type.String({ default: '' }),
	/** Names of the service's extensions (extensions.ts). Absent in announcements of older versions. */
	extensions: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
});
export type Announcement = Type.Static<typeof Announcement>;
