import type Type from 'typebox';

/** An entry of the table of events (interface, part 6). */
export interface EventEntry<Payload extends Type.TSchema = Type.TSchema> {
	readonly summary: string;
	readonly payload: Payload;
	/** Other names of the event in services in the field. */
	readonly aliases?: readonly string[];
	/** Converts payloads of services in the field to the shape of `payload`. */
	readonly repair?: (payload: unknown) => unknown;
}

export function event<Payload extends Type.TSchema>(entry: EventEntry<Payload>): EventEntry<Payload> {
	return entry;
}

/** Wraps a bare string, as some releases send it, in the event's field. */
export const wrap = (field: string) => (payload: unknown) =>
	typeof payload === 'string' ? { [field]: payload } : payload;
