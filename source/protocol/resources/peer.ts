import Type from 'typebox';

/**
 * A connected peer (interface, part 2, and additions of services in the field). Rates are bytes per second. An
 * omitted field is unknown, not 0 or false.
 */
export const Peer = Type.Object({
	id: Type.Optional(Type.String()),
	ip: Type.String(),
	port: Type.Optional(Type.Integer()),
	/** The client's name of itself, which is untrusted text. */
	extended_version: Type.Optional(Type.String()),
	/** L: opened by the service. R: opened by the peer. */
	direction: Type.Optional(Type.String()),
	dtotal: Type.Optional(Type.Number()),
	utotal: Type.Optional(Type.Number()),
	downrate: Type.Optional(Type.Number()),
	uprate: Type.Optional(Type.Number()),
	/** Whether the peer wants our data. */
	uinterested: Type.Optional(Type.Boolean()),
	/** Whether the peer chokes us: libtorrent's remote_choked. */
	uchoked: Type.Optional(Type.Boolean()),
	/** Whether we want the peer's data. */
	dinterested: Type.Optional(Type.Boolean()),
	/** Whether we choke the peer: libtorrent's choked. */
	dchoked: Type.Optional(Type.Boolean()),
	optimistic: Type.Optional(Type.Boolean()),
	snubbed: Type.Optional(Type.Boolean()),
	seed: Type.Optional(Type.Boolean()),
	upload_only: Type.Optional(Type.Boolean()),
	/** 0 to 1. */
	completed: Type.Optional(Type.Number()),
	connection_type: Type.Optional(Type.Integer()),
	uhasqueries: Type.Optional(Type.Boolean()),
	uflushed: Type.Optional(Type.Boolean()),
	/** The peer's own download rate, bytes per second. */
	speed: Type.Optional(Type.Number()),
	/** Only in [A]. Text in the interface. */
	wstate: Type.Optional(Type.String()),
	rstate: Type.Optional(Type.String()),
	/** Only in 8.4: the source of the peer's address. */
	from_dht: Type.Optional(Type.Boolean()),
	from_pex: Type.Optional(Type.Boolean()),
	from_lsd: Type.Optional(Type.Boolean()),
});
export type Peer = Type.Static<typeof Peer>;
