import Type from 'typebox';
import type { Need } from './extensions.ts';

/** A request without its path parameters, before it is sent. */
export interface UnsentRequest {
	readonly query?: Readonly<Record<string, unknown>> | undefined;
	/** An object of fields, or a list. */
	readonly body?: unknown;
}

/** A file as the whole body of a request. The other fields of `body` go into the query. */
export interface Upload {
	readonly contentType: string;
	readonly description: string;
	/** The field of `body` that the file replaces. */
	readonly field: string;
	/**
	 * The form for services of 8.x. It has another content type, booleans as words in the query, and a list of
	 * numbers in the file.
	 */
	readonly for8: {
		readonly contentType: string;
		readonly inFile: string;
		readonly withList: (file: Uint8Array, list: readonly number[]) => Uint8Array;
	};
}

/**
 * One endpoint of the interface as data for client, service, documentation, command help and tests. Path parameters
 * are in braces, as in the interface document.
 */
export interface Endpoint<
	Path extends string = string,
	Query extends Type.TSchema = Type.TSchema,
	Body extends Type.TSchema = Type.TSchema,
	Response extends Type.TSchema = Type.TSchema,
> {
	readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
	readonly path: Path;
	/** Generations of the interface that have the endpoint. */
	readonly generations: 'A' | 'B' | 'AB';
	/** Whether only our own service has it. It is not part of the interface. */
	readonly extension: boolean;
	/** The extension that has the endpoint, if a service lists it. Such a row is also an `extension`. */
	readonly needs?: Need | undefined;
	/** Fields of `body` that extensions add. A request with one is not sent to a service without its extension. */
	readonly bodyNeeds: Readonly<Record<string, Need>>;
	readonly resource: string;
	readonly summary: string;
	readonly query: Query;
	readonly body: Body;
	/** Maximum bytes of the body in our own service, if it is not the usual one. */
	readonly maxBodyBytes?: number | undefined;
	/** An alternative to `body` that our own service accepts. */
	readonly upload?: Upload | undefined;
	/** Fields of the query that only our own service has. They are sent to no other one. */
	readonly extensionQuery: readonly string[];
	/** Whether a service may lack it. If so, it is shown as absent and not requested again. */
	readonly optional: boolean;
	/**
	 * Method of a sample request in the interface, where it differs from the table. Our own service accepts it from
	 * programs, but not from browsers.
	 */
	readonly sampleMethod?: 'GET' | undefined;
	/** Other paths of the endpoint in services in the field. */
	readonly otherPaths: readonly string[];
	/** Content of a 200: JSON, raw bytes, or a stream that stays open. */
	readonly content: 'json' | 'bytes' | 'events';
	readonly response: Response;
	/** Statuses other than 200 and 500, with their condition (interface, part 7.3). */
	readonly statuses: Readonly<Record<number, string>>;
	/**
	 * Rewrites a request for all services in the field before it is sent. Adds their other names beside the
	 * interface's names, and fills in fields that some require.
	 */
	readonly spell?: ((request: UnsentRequest) => UnsentRequest) | undefined;
	/**
	 * Converts responses of services in the field to the shape of `response` before decoding. These functions contain
	 * all differences between generations in responses. `request` is for responses that exceed it.
	 */
	readonly repair?: ((answer: unknown, request?: UnsentRequest) => unknown) | undefined;
	/** Converts the query on the service's side. */
	readonly repairQuery?: ((query: unknown) => unknown) | undefined;
	/** Converts request bodies on the service's side. Both generations have several forms. */
	readonly repairBody?: ((body: unknown) => unknown) | undefined;
}

/** The names in braces of a path: '/downloads/{infohash}/files' has 'infohash'. */
type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParameter<Rest>
	: never;

type Part<Name extends string, Schema extends Type.TSchema> = Schema extends Type.TArray
	? { readonly [K in Name]: Type.Static<Schema> }
	: Schema extends Type.TObject
		? keyof Type.Static<Schema> extends never
			? unknown
			: // A part is required if one of its fields is.
				Record<never, never> extends Type.Static<Schema>
				? { readonly [K in Name]?: Type.Static<Schema> }
				: { readonly [K in Name]: Type.Static<Schema> }
		: unknown;

/** The caller's request: path parameters, query and body, each only if the endpoint has it. */
export type RequestOf<E extends Endpoint> = ([PathParameter<E['path']>] extends [never]
	? unknown
	: { readonly params: { readonly [K in PathParameter<E['path']>]: string } }) &
	Part<'query', E['query']> &
	Part<'body', E['body']>;

export type QueryOf<E extends Endpoint> = Type.Static<E['query']>;
export type BodyOf<E extends Endpoint> = Type.Static<E['body']>;
export type ParamsOf<E extends Endpoint> = { readonly [K in PathParameter<E['path']>]: string };
export type AnswerOf<E extends Endpoint> = E['content'] extends 'json'
	? Type.Static<E['response']>
	: Uint8Array;

const emptyObject = Type.Object({});
type EmptyObject = typeof emptyObject;

/** Parts that endpoints of a resource share. */
interface Shared<Extension extends boolean> {
	readonly resource: string;
	readonly generations: Endpoint['generations'];
	readonly extension?: Extension;
	readonly needs?: Need;
}

type OptionalParts = Partial<
	Omit<Endpoint, 'method' | 'path' | 'extension' | 'summary' | 'query' | 'body' | 'content' | 'response'>
>;

/**
 * Returns a function that declares an endpoint with these parts. An endpoint may have another resource or other
 * generations. Omitted parts are empty.
 */
export function endpointsOf<const Extension extends boolean = false>(shared: Shared<Extension>) {
	return <
		const Path extends string,
		Response extends Type.TSchema = EmptyObject,
		Query extends Type.TSchema = EmptyObject,
		Body extends Type.TSchema = EmptyObject,
		const Content extends 'json' | 'bytes' | 'events' = 'json',
	>(
		method: Endpoint['method'],
		path: Path,
		declaration: OptionalParts & {
			readonly summary: string;
			readonly query?: Query;
			readonly body?: Body;
			readonly content?: Content;
			readonly response?: Response;
		},
	): Endpoint<Path, Query, Body, Response> & {
		readonly content: Content;
		readonly extension: Extension;
	} => ({
		statuses: {},
		optional: true,
		otherPaths: [],
		extensionQuery: [],
		bodyNeeds: {},
		...shared,
		...declaration,
		method,
		path,
		query: declaration.query ?? (emptyObject as Type.TSchema as Query),
		body: declaration.body ?? (emptyObject as Type.TSchema as Body),
		response: declaration.response ?? (emptyObject as Type.TSchema as Response),
		content: declaration.content ?? ('json' as Content),
		extension: shared.extension ?? (false as Extension),
	});
}

/**
 * Inserts percent-encoded path parameters into a path. Throws if one is missing or empty, which is a programming
 * error. Also throws on '.' and '..', because encoding does not prevent their special meaning.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = params[name];
		if (value === undefined || value === '') {
			throw new TypeError(`The path ${path} needs the parameter ${name}.`);
		}
		if (value === '.' || value === '..') {
			throw new TypeError(`The parameter ${name} of the path ${path} must not be '${value}'.`);
		}
		// An unpaired surrogate cannot be encoded. It is replaced by U+FFFD, as it would be displayed.
		return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
	});
}
