import Type from 'typebox';

/** A tracker of a download (interface, part 2). Services also list the pseudo URLs [DHT] and [PeX]. */
export const Tracker = Type.Object({
	url: Type.String(),
	/** In the field: Working, Not working, Not contacted yet, Disabled. */
	status: Type.String({ default: '' }),
	/** Absent if the service omits it, as the next two. */
	peers: Type.Optional(Type.Integer()),
	/** Only in 8.4, if known. */
	seeds: Type.Optional(Type.Integer()),
	leeches: Type.Optional(Type.Integer()),
	/** The last failure as text. Only our own service sends it. */
	error: Type.Optional(Type.String()),
});
export type Tracker = Type.Static<typeof Tracker>;

/** Whether an entry of the list of trackers is one, not a source of peers such as [DHT] or a web seed. */
export function isTracker({ url }: { readonly url: string }): boolean {
	return !url.startsWith('[');
}
