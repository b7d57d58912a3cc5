/**
 * Extensions of the interface. A service lists those that it has in `extensions` of GET /state, and our own also in
 * its announcement. A client sends none to a service that does not list it.
 */
export type Extension =
	| 'settings'
	| 'limits'
	| 'queue'
	| 'seeding'
	| 'labels'
	| 'announce'
	| 'trackers'
	| 'priorities'
	| 'sequential'
	| 'rename'
	| 'move'
	| 'import'
	| 'use-files';

/** A condition of an endpoint, or of a field of a request. */
export interface Need {
	/** The extension that a service has to list. */
	readonly extension: Extension;
	/** Whether services of 7.5 to 7.14 understand the same request, without listing an extension. */
	readonly in7?: boolean;
	/** Whether services of 8.x understand the same request, without listing an extension. */
	readonly in8?: boolean;
}

/** Whether a service lists an extension. False while its list is unknown. */
export function lists(extensions: readonly string[] | undefined, extension: Extension): boolean {
	return extensions?.includes(extension) ?? false;
}
