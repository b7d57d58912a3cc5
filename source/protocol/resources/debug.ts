import Type from 'typebox';

/** Slots of the tunnel overlay (interface, part 4.6). */
/** A field is left out where its slot is unused. */
export const CircuitSlots = Type.Object({
	competing: Type.Optional(Type.Integer()),
	random: Type.Optional(Type.Integer()),
});
export type CircuitSlots = Type.Static<typeof CircuitSlots>;

/** Percent of one processor, at a time in seconds since 1970. */
export const CpuSample = Type.Object({ cpu: Type.Number(), time: Type.Number() });
export type CpuSample = Type.Static<typeof CpuSample>;

/** Bytes, at a time in seconds since 1970. */
export const MemorySample = Type.Object({ mem: Type.Number(), time: Type.Number() });
export type MemorySample = Type.Static<typeof MemorySample>;

export const OpenFile = Type.Object({ fd: Type.Integer({ default: -1 }), path: Type.String() });
export type OpenFile = Type.Static<typeof OpenFile>;

/** family and type are the numbers of the system; an empty address is '-'. */
export const OpenSocket = Type.Object({
	family: Type.Integer({ default: 0 }),
	type: Type.Integer({ default: 0 }),
	laddr: Type.String({ default: '-' }),
	raddr: Type.String({ default: '-' }),
	status: Type.String({ default: '' }),
});
export type OpenSocket = Type.Static<typeof OpenSocket>;

export const Thread = Type.Object({
	thread_id: Type.Integer(),
	thread_name: Type.String({ default: '' }),
	frames: Type.Array(Type.String(), { default: [] }),
});
export type Thread = Type.Static<typeof Thread>;
