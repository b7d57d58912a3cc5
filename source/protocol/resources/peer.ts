import Type from 'typebox';

/** A connected peer (interface, part 2, and what services in the field add). Rates are bytes per second. */
export const Peer = Type.Object({
	id: Type.Optional(Type.String()),
	ip: Type.String(),
	port: Type.Optional(Type.Integer()),
	/** The client's own name for itself: hostile text. */
	extended_version: Type.Optional(Type.String()),
	/** L: opened by the service; R: by the peer. */
	direction: Type.Optional(Type.String()),
	dtotal: Type.Number({ default: 0 }),
	utotal: Type.Number({ default: 0 }),
	downrate: Type.Number({ default: 0 }),
	uprate: Type.Number({ default: 0 }),
	/** Whether the peer wants our data. */
	uinterested: Type.Boolean({ default: false }),
	/** Whether the peer chokes us: libtorrent's remote_choked. */
	uchoked: Type.Boolean({ default: false }),
	/** Whether we want the peer's data. */
	dinterested: Type.Boolean({ default: false }),
	/** Whether we choke the peer: libtorrent's choked. */
	dchoked: Type.Boolean({ default: false }),
	optimistic: Type.Boolean({ default: false }),
	snubbed: Type.Boolean({ default: false }),
	seed: Type.Boolean({ default: false }),
	upload_only: Type.Boolean({ default: false }),
	/** 0 to 1. */
	completed: Type.Number({ default: 0 }),
	connection_type: Type.Optional(Type.Integer()),
	uhasqueries: Type.Optional(Type.Boolean()),
	uflushed: Type.Optional(Type.Boolean()),
	/** Bytes per second that the peer itself downloads. */
	speed: Type.Optional(Type.Number()),
	/** [A] alone; text in the interface. */
	wstate: Type.Optional(Type.String()),
	rstate: Type.Optional(Type.String()),
	/** 8.4 alone: how the service came to know the peer. */
	from_dht: Type.Optional(Type.Boolean()),
	from_pex: Type.Optional(Type.Boolean()),
	from_lsd: Type.Optional(Type.Boolean()),
});
export type Peer = Type.Static<typeof Peer>;
