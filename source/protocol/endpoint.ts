import Type from 'typebox';

/** A request without its path, as the client has it before it is sent. */
export interface Asked {
	readonly query?: Readonly<Record<string, unknown>> | undefined;
	/** An object of fields, or a list. */
	readonly body?: unknown;
}

/** A file as the whole body of a request; what `body` has besides goes into the query. */
export interface Upload {
	readonly contentType: string;
	readonly description: string;
	/** The field of `body` that the file stands for. */
	readonly field: string;
	/**
	 * How services of 8.x take the same: with another content type, with true and false as words in the query, and with a
	 * list of numbers in the file itself.
	 */
	readonly for8: {
		readonly contentType: string;
		readonly inFile: string;
		readonly withList: (file: Uint8Array, list: readonly number[]) => Uint8Array;
	};
}

/**
 * One endpoint of the interface as data: what every reader (client, service, documentation, command help,
 * tests) knows of it. Path parameters stand in braces, as in the interface document.
 */
export interface Endpoint<
	Path extends string = string,
	Query extends Type.TSchema = Type.TSchema,
	Body extends Type.TSchema = Type.TSchema,
	Response extends Type.TSchema = Type.TSchema,
> {
	readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
	readonly path: Path;
	/** In which generations of the interface the endpoint exists. */
	readonly generations: 'A' | 'B' | 'AB';
	readonly resource: string;
	readonly summary: string;
	readonly query: Query;
	readonly body: Body;
	/** Another body that our own service takes in place of `body`. */
	readonly upload?: Upload | undefined;
	/** Does every service have it? Where one has not, it is shown as absent, once, and not asked for again. */
	readonly optional: boolean;
	/** Other paths under which services in the field have it. */
	readonly otherPaths: readonly string[];
	/** What a 200 holds: a JSON shape, raw bytes, or a stream that stays open. */
	readonly content: 'json' | 'bytes' | 'events';
	readonly response: Response;
	/** Statuses other than 200 and 500, with their condition (interface, part 7.3). */
	readonly statuses: Readonly<Record<number, string>>;
	/**
	 * Says a request so that every service in the field understands it, before it is sent: what some of them name
	 * differently is added beside the interface's name, what some of them need is filled in.
	 */
	readonly spell?: ((request: Asked) => Asked) | undefined;
	/**
	 * Brings the answers of services in the field into the shape of `response` before it is decoded.
	 * All differences between generations that an answer can show are in these functions. `asked` is what was asked,
	 * where the answer is more than that.
	 */
	readonly repair?: ((answer: unknown, asked?: Asked) => unknown) | undefined;
	/** The same for bodies of requests, on the service's side: the forms both generations may use. */
	readonly repairBody?: ((body: unknown) => unknown) | undefined;
}

/** The names in braces of a path: '/downloads/{infohash}/files' has 'infohash'. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathParameter<Rest>
	: never;

type Part<Name extends string, Schema extends Type.TSchema> = Schema extends Type.TArray
	? { readonly [K in Name]: Type.Static<Schema> }
	: Schema extends Type.TObject
		? keyof Type.Static<Schema> extends never
			? unknown
			: // A part is required when one of its fields is.
				Record<never, never> extends Type.Static<Schema>
				? { readonly [K in Name]?: Type.Static<Schema> }
				: { readonly [K in Name]: Type.Static<Schema> }
		: unknown;

/** What a caller gives: path parameters, query and body, each only where the endpoint has it. */
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

const nothing = Type.Object({});
type Nothing = typeof nothing;

/** Declares an endpoint; what is left out is empty. */
export function endpoint<
	const Path extends string,
	Response extends Type.TSchema = Nothing,
	Query extends Type.TSchema = Nothing,
	Body extends Type.TSchema = Nothing,
	const Content extends 'json' | 'bytes' | 'events' = 'json',
>(declaration: {
	method: Endpoint['method'];
	path: Path;
	generations: Endpoint['generations'];
	resource: string;
	summary: string;
	optional?: boolean;
	otherPaths?: readonly string[];
	query?: Query;
	body?: Body;
	upload?: Upload;
	content?: Content;
	response?: Response;
	statuses?: Endpoint['statuses'];
	spell?: Endpoint['spell'];
	repair?: Endpoint['repair'];
	repairBody?: Endpoint['repairBody'];
}): Endpoint<Path, Query, Body, Response> & { readonly content: Content } {
	return {
		statuses: {},
		optional: true,
		otherPaths: [],
		...declaration,
		query: declaration.query ?? (nothing as Type.TSchema as Query),
		body: declaration.body ?? (nothing as Type.TSchema as Body),
		response: declaration.response ?? (nothing as Type.TSchema as Response),
		content: declaration.content ?? ('json' as Content),
	};
}

/**
 * Puts path parameters into a path, each percent-encoded. A missing or empty one is a programming error and throws;
 * so do '.' and '..', which no encoding keeps from meaning another path.
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
		// Half of a surrogate pair cannot be encoded: it becomes what it would be shown as.
		return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
	});
}
