import type Type from 'typebox';

/** An entry of the table of events (interface, part 6). */
export interface EventEntry<Payload extends Type.TSchema = Type.TSchema> {
	readonly summary: string;
	readonly payload: Payload;
	/** Other names under which services in the field send it. */
	readonly aliases?: readonly string[];
	/** Brings payloads of services in the field into the shape of `payload`. */
	readonly repair?: (payload: unknown) => unknown;
}

export function event<Payload extends Type.TSchema>(entry: EventEntry<Payload>): EventEntry<Payload> {
	return entry;
}

/** A bare string, as some releases send it, in the field that the event has. */
export const wrap = (field: string) => (payload: unknown) =>
	typeof payload === 'string' ? { [field]: payload } : payload;
