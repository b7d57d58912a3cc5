import Type from 'typebox';

/** Slots of the tunnel overlay (interface, part 4.6). The field of an unused slot is absent. */
export const CircuitSlots = Type.Object({
	competing: Type.Optional(Type.Integer()),
	random: Type.Optional(Type.Integer()),
});
export type CircuitSlots = Type.Static<typeof CircuitSlots>;

/** Percent of one processor, and Unix time in s. */
export const CpuSample = Type.Object({
	cpu: Type.Optional(Type.Number()),
	time: Type.Optional(Type.Number()),
});
export type CpuSample = Type.Static<typeof CpuSample>;

/** Bytes, and Unix time in s. */
export const MemorySample = Type.Object({
	mem: Type.Optional(Type.Number()),
	time: Type.Optional(Type.Number()),
});
export type MemorySample = Type.Static<typeof MemorySample>;

/** `fd` and the fields of sockets and threads below are absent if the service omits them. */
export const OpenFile = Type.Object({ fd: Type.Optional(Type.Integer()), path: Type.String() });
export type OpenFile = Type.Static<typeof OpenFile>;

/** family and type are the system's numbers. An empty address is '-'. */
export const OpenSocket = Type.Object({
	family: Type.Optional(Type.Integer()),
	type: Type.Optional(Type.Integer()),
	laddr: Type.Optional(Type.String()),
	raddr: Type.Optional(Type.String()),
	status: Type.Optional(Type.String()),
});
export type OpenSocket = Type.Static<typeof OpenSocket>;

export const Thread = Type.Object({
	thread_id: Type.Integer(),
	thread_name: Type.Optional(Type.String()),
	frames: Type.Optional(Type.Array(Type.String())),
});
export type Thread = Type.Static<typeof Thread>;
