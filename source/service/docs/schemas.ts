import type Type from 'typebox';
import { ErrorBody } from '../../protocol/errors.ts';
import { CoreState } from '../../protocol/resources/core-state.ts';
import { Checkpoints, Download } from '../../protocol/resources/download.ts';
import { File } from '../../protocol/resources/file.ts';
import { Peer } from '../../protocol/resources/peer.ts';
import { Tracker } from '../../protocol/resources/tracker.ts';

/** A part of the document: plain JSON. */
export type Json = { readonly [name: string]: unknown };

/** Schemas that have a name in the document: wherever they stand they are referred to. */
const named: ReadonlyMap<object, string> = new Map<object, string>([
	[CoreState, 'CoreState'],
	[Checkpoints, 'Checkpoints'],
	[Download, 'Download'],
	[ErrorBody, 'Error'],
	[File, 'File'],
	[Peer, 'Peer'],
	[Tracker, 'Tracker'],
]);

/** All named schemas, by name. */
export function namedSchemas(): Json {
	return Object.fromEntries([...named].map(([schema, name]) => [name, fields(schema)]));
}

/** A schema of the endpoint table as JSON Schema, with references to the named ones. */
export function schemaOf(schema: Type.TSchema): Json {
	return plain(schema) as Json;
}

/** Copies what JSON would show of a value; a named schema becomes a reference to it. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const name = named.get(value);
	return name === undefined ? fields(value) : { $ref: `#/components/schemas/${name}` };
}

function fields(value: object): Json {
	return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}
