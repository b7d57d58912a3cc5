import type { Deviation } from '../../protocol/decode.ts';
import { type Asked, type Endpoint, fillPath, type Upload } from '../../protocol/endpoint.ts';
import { type EndpointName, endpoints } from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import type { Dialect } from '../detection/dialect.ts';
import { AbsentError, NotFoundError } from '../errors.ts';
import { PathChoice } from './endpoint-path.ts';
import { Http, type HttpOptions } from './http.ts';
import { limitsOf } from './limits.ts';
import { DeviationTally } from './mismatch-tally.ts';
import type { AnswerBody } from './response-body.ts';

export interface ClientOptions extends HttpOptions {
	/** How bodies are sent: [A] as forms with 0 and 1, [B] as JSON. */
	readonly generation?: 'A' | 'B' | undefined;
	/** Dialect of the service, if it is known. */
	readonly dialect?: Dialect | undefined;
	/** What stands for 'engine' in paths: 'libtorrent' unless told, as services in the field have it. */
	readonly engine?: string | undefined;
	/** Told where an answer was not what the interface says: each kind of place once, with how often it was met. */
	readonly onDeviation?: ((endpoint: EndpointName, deviations: readonly Deviation[]) => void) | undefined;
}

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	/**
	 * Milliseconds until the answer begins, and of silence within it; 30 s unless told (changing hops took a service
	 * in the field 28 s).
	 */
	readonly timeout?: number | undefined;
	/** Milliseconds until the answer is complete; minutes unless told. */
	readonly deadline?: number | undefined;
	/** Bytes of the answer; many megabytes unless told. */
	readonly limit?: number | undefined;
	/**
	 * A file as the whole body, for endpoints that take one; what `body` has besides goes into the query. Our own service
	 * and 8.x take it, each in its own way; others fail.
	 */
	readonly upload?: Uint8Array | undefined;
}

/** What a caller gives, whatever the endpoint. */
export interface LooseRequest extends Asked {
	readonly params?: Readonly<Record<string, string>>;
}

/** An answer whose body has not been read. */
export interface Opened {
	/** The request in words: 'GET /downloads'. */
	readonly what: string;
	readonly body: AnswerBody;
}

const defaultTimeout = 30_000;

/** Turns rows of the endpoint table into requests to one service, and learns which of them it does not have. */
export class Requests {
	readonly http: Http;
	readonly #options: ClientOptions;
	readonly #absent = new Set<EndpointName>();
	readonly #paths: PathChoice;
	#dialect: Dialect | undefined;

	constructor(options: ClientOptions) {
		this.http = new Http(options);
		this.#options = options;
		this.#paths = new PathChoice(options.engine ?? 'libtorrent');
		this.#dialect = options.dialect;
	}

	/** Dialect of the service; undefined if nothing indicates it. Only 8.x answers below /api. */
	get dialect(): Dialect | undefined {
		return this.#dialect ?? (this.http.url.endsWith('/api') ? '8.x' : undefined);
	}

	/** Takes what was found out about the service since. */
	learnDialect(dialect: Dialect | undefined): void {
		this.#dialect = dialect ?? this.#dialect;
	}

	/** The endpoints that the service was found not to have. */
	get absent(): ReadonlySet<EndpointName> {
		return this.#absent;
	}

	/** Asks anew for what was absent: the service may be another one by now, or have started in the meantime. */
	forgetAbsent(): void {
		this.#absent.clear();
	}

	/** Sends a request. Throws a ClientError, at once and an AbsentError when the service does not have the endpoint. */
	async open(name: EndpointName, request: LooseRequest, call: CallOptions): Promise<Opened> {
		const entry: Endpoint = endpoints[name];
		const absent = () => new AbsentError(this.http.url, `${entry.method} ${entry.path}`);
		if (this.#absent.has(name)) throw absent();
		const spelt = entry.spell ? { ...request, ...entry.spell(request) } : request;
		const paths = this.#paths.of(name);
		for (const [index, path] of paths.entries()) {
			try {
				const opened = await this.#send(entry, name, path, spelt, call);
				this.#paths.worked(name, path);
				return opened;
			} catch (error) {
				if (!saysAbsent(entry, error)) {
					// Whatever else is said of a path, it is one that the service knows.
					if (error instanceof NotFoundError) this.#paths.worked(name, path);
					throw error;
				}
				if (index < paths.length - 1) continue;
				if (!entry.optional) throw error;
				this.#absent.add(name);
				throw absent();
			}
		}
		throw absent();
	}

	/** Tells where an answer deviates: each kind of place once. */
	report(name: EndpointName, deviations: readonly Deviation[]): void {
		if (deviations.length === 0 || !this.#options.onDeviation) return;
		const tally = new DeviationTally();
		for (const deviation of deviations) tally.add(deviation);
		this.#options.onDeviation(name, tally.all);
	}

	async #send(
		entry: Endpoint,
		name: EndpointName,
		template: string,
		request: LooseRequest,
		call: CallOptions,
	): Promise<Opened> {
		const path = fillPath(template, request.params ?? {});
		const form = this.#options.generation === 'A';
		const upload = call.upload && entry.upload && this.#uploadOf(entry.upload, call.upload, request);
		const limits = limitsOf(name, entry);
		const body = await this.http.open({
			method: entry.method,
			path: path + queryOf({ ...request.query, ...upload?.query }),
			accept: entry.content === 'json' ? 'application/json' : '*/*',
			...(upload
				? { contentType: upload.contentType, body: upload.body }
				: request.body === undefined
					? {}
					: {
							contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
							body: form ? formOf(request.body).toString() : stringifyExact(request.body),
						}),
			timeout: call.timeout ?? defaultTimeout,
			deadline: call.deadline ?? limits.deadline,
			limit: call.limit ?? limits.bytes,
			signal: call.signal,
		});
		return { what: `${entry.method} ${path}`, body };
	}

	/** A file as the service takes it, and what of the body goes into the query. */
	#uploadOf(upload: Upload, file: Uint8Array, { body }: LooseRequest) {
		const fields = fieldsBesides(upload, body);
		if (this.dialect !== '8.x') return { contentType: upload.contentType, body: file, query: fields };
		const { contentType, inFile, withList } = upload.for8;
		const { [inFile]: list, ...rest } = fields;
		const isList = Array.isArray(list) && list.length > 0;
		return {
			contentType,
			body: isList ? withList(file, list.map(Number)) : file,
			// Left out, false would be the service's default; any word but false is true.
			query: Object.fromEntries(
				Object.entries(rest).map(([name, value]) => [name, typeof value === 'boolean' ? `${value}` : value]),
			),
		};
	}
}

/**
 * Does an error mean that there is no such endpoint, and not no such download? Where the path names no thing and the
 * table knows no 404, every 404 does; else only one that speaks of the path.
 */
function saysAbsent(entry: Endpoint, error: unknown): boolean {
	if (!(error instanceof NotFoundError)) return false;
	return error.unknownPath || !(entry.path.includes('{') || 404 in entry.statuses);
}

/** Flags are on only when exactly '1' in the field; what is off is left out. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === true) search.set(name, '1');
		else if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, String(item));
		else if (value !== undefined && value !== false) search.set(name, String(value));
	}
	return search.size === 0 ? '' : `?${search}`;
}

/** What goes into the query when a file is the body: the fields that it does not stand for. */
function fieldsBesides({ field }: Upload, body: unknown): Readonly<Record<string, unknown>> {
	const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
	return Object.fromEntries(fields.filter(([name]) => name !== field));
}

/** Generation A's bodies: booleans as 1 and 0, lists under a name with brackets. */
function formOf(body: unknown): URLSearchParams {
	const form = new URLSearchParams();
	const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
	for (const [name, value] of fields as [string, unknown][]) {
		if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, String(item));
		else if (typeof value === 'boolean') form.set(name, value ? '1' : '0');
		else if (value !== undefined) form.set(name, String(value));
	}
	return form;
}
