import Type from 'typebox';

/**
 * Slots of the tunnel overlay (interface, part 4.6). The field of an unused slot is absent. seedtop has one for
 * each route of proxies in use. `random` is its number of hops, `competing` the number of downloads that share it.
 */
export const CircuitSlots = Type.Object({
	competing: Type.Optional(Type.Integer()),
	random: Type.Optional(Type.Integer()),
	/** The fields below are seedtop's. They describe a route of proxies, which is its circuit. */
	proxies: Type.Optional(Type.Array(Type.String())),
	reachable: Type.Optional(Type.Boolean()),
	failure: Type.Optional(Type.String()),
});
export type CircuitSlots = Type.Static<typeof CircuitSlots>;

/** Percent of one processor, and Unix time in s. seedtop adds the shares of its processes. */
export const CpuSample = Type.Object({
	cpu: Type.Optional(Type.Number()),
	time: Type.Optional(Type.Number()),
	cpu_service: Type.Optional(Type.Number()),
	cpu_engine: Type.Optional(Type.Number()),
});
export type CpuSample = Type.Static<typeof CpuSample>;

/** Bytes, and Unix time in s. seedtop adds the shares of its processes. */
export const MemorySample = Type.Object({
	mem: Type.Optional(Type.Number()),
	time: Type.Optional(Type.Number()),
	mem_service: Type.Optional(Type.Number()),
	mem_engine: Type.Optional(Type.Number()),
});
export type MemorySample = Type.Static<typeof MemorySample>;

/** Process of a row, in responses of seedtop: 'service' or 'engine'. */
const process = Type.Optional(Type.String());

/** `fd` and the fields of sockets and threads below are absent if the service omits them. */
export const OpenFile = Type.Object({ fd: Type.Optional(Type.Integer()), path: Type.String(), process });
export type OpenFile = Type.Static<typeof OpenFile>;

/** family and type are the system's numbers. An empty address is '-'. */
export const OpenSocket = Type.Object({
	family: Type.Optional(Type.Integer()),
	type: Type.Optional(Type.Integer()),
	laddr: Type.Optional(Type.String()),
	raddr: Type.Optional(Type.String()),
	status: Type.Optional(Type.String()),
	fd: Type.Optional(Type.Integer()),
	process,
});
export type OpenSocket = Type.Static<typeof OpenSocket>;

/** Frames begin with the outermost one. */
export const Thread = Type.Object({
	thread_id: Type.Integer(),
	thread_name: Type.Optional(Type.String()),
	frames: Type.Optional(Type.Array(Type.String())),
	process,
	/** The fields below are seedtop's. kind: main, worker or native. */
	kind: Type.Optional(Type.String()),
	/** running, waiting (in its event loop), in native code, sleeping, waiting for a disk. */
	status: Type.Optional(Type.String()),
	/** Seconds of processor time since its start. */
	cpu_time: Type.Optional(Type.Number()),
});
export type Thread = Type.Static<typeof Thread>;
