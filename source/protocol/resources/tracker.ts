import Type from 'typebox';

/** A tracker of a download (interface, part 2). Services list the pseudo URLs [DHT] and [PeX] too. */
export const Tracker = Type.Object({
	url: Type.String(),
	/** In the field: Working, Not working, Not contacted yet, Disabled. */
	status: Type.String({ default: '' }),
	/** Absent where the service does not say it, as the next two. */
	peers: Type.Optional(Type.Integer()),
	/** 8.4 alone, and there only where it is known. */
	seeds: Type.Optional(Type.Integer()),
	leeches: Type.Optional(Type.Integer()),
	/** The last failure in words; ours, no service in the field sends it. */
	error: Type.Optional(Type.String()),
});
export type Tracker = Type.Static<typeof Tracker>;
