import Type from 'typebox';

/** The name of the file in a service's state folder by which it is found while it runs. */
export const announcementFile = 'service.json';

/** What the service writes there. The key itself is in a file of its own, mode 0600. */
export const Announcement = Type.Object({
	url: Type.String({ minLength: 1 }),
	/** A single process: kill takes zero and less for many. */
	pid: Type.Integer({ minimum: 1 }),
	/** Absolute path of the file that holds the API key; empty when the service asks for none. */
	api_key_file: Type.String({ default: '' }),
	version: Type.String({ default: '' }),
});
export type Announcement = Type.Static<typeof Announcement>;
