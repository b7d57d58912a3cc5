import type Type from 'typebox';
import { ErrorBody } from '../../protocol/errors.ts';
import { CoreState } from '../../protocol/resources/core-state.ts';
import { Checkpoints, Download } from '../../protocol/resources/download.ts';
import { File } from '../../protocol/resources/file.ts';
import { Peer } from '../../protocol/resources/peer.ts';
import { Tracker } from '../../protocol/resources/tracker.ts';

/** Part of the document, as plain JSON. */
export type Json = { readonly [name: string]: unknown };

/** Schemas with a name in the document. All uses become references. */
const named: ReadonlyMap<object, string> = new Map<object, string>([
	[CoreState, 'CoreState'],
	[Checkpoints, 'Checkpoints'],
	[Download, 'Download'],
	[ErrorBody, 'Error'],
	[File, 'File'],
	[Peer, 'Peer'],
	[Tracker, 'Tracker'],
]);

/** Returns all named schemas by name. */
export function namedSchemas(): Json {
	return Object.fromEntries([...named].map(([schema, name]) => [name, fields(schema)]));
}

/** Returns an endpoint's schema as JSON Schema, with references to named schemas. */
export function schemaOf(schema: Type.TSchema): Json {
	return plain(schema) as Json;
}

/** Copies a value as JSON, replacing named schemas by references. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const name = named.get(value);
	return name === undefined ? fields(value) : { $ref: `#/components/schemas/${name}` };
}

function fields(value: object): Json {
	return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}
