import { type Deviation, decode } from '../../protocol/decode.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { type Endpoint, fillPath, type UnsentRequest, type Upload } from '../../protocol/endpoint.ts';
import { type EndpointName, endpoints } from '../../protocol/endpoints/table.ts';
import { ExactDecimal, stringifyExact } from '../../protocol/exact-json.ts';
import { lists, type Need } from '../../protocol/extensions.ts';
import { CoreState } from '../../protocol/resources/core-state.ts';
import { EndpointPaths } from './endpoint-path.ts';
import { AbsentError, NotFoundError, RefusedError } from './errors.ts';
import { Http, type HttpOptions } from './http.ts';
import { parseBody, refusal } from './http-error.ts';
import { limitsOf } from './limits.ts';
import { DeviationTally } from './mismatch-tally.ts';
import { readDialect } from './read-dialect.ts';
import type { LoggedRequest } from './request-log.ts';
import type { AnswerBody } from './response-body.ts';
import { shownPath, shownQuery } from './shown-request.ts';

export interface ClientOptions extends HttpOptions {
	/** Format of bodies: [A] as forms with 0 and 1, [B] as JSON. */
	readonly generation?: 'A' | 'B' | undefined;
	/** Dialect of the service, if known. */
	readonly dialect?: Dialect | undefined;
	/** Name of the engine in paths. Default: 'libtorrent', as in services in the field. */
	readonly engine?: string | undefined;
	/** Requests that were sent before the client was created. */
	readonly early?: EarlySource | undefined;
	/** Called with the deviations of a response from the interface: the first of each kind, with its count. */
	readonly onDeviation?: ((endpoint: EndpointName, deviations: readonly Deviation[]) => void) | undefined;
}

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	/**
	 * Timeout until the response begins, and between two of its chunks, ms. Default: 30,000. (Changing hops took a
	 * service in the field 28 s.)
	 */
	readonly timeout?: number | undefined;
	/** Timeout of the complete response, ms. Default: minutes. */
	readonly deadline?: number | undefined;
	/** Maximum size of the response, bytes. Default: many megabytes. */
	readonly limit?: number | undefined;
	/**
	 * A file as the whole body, for endpoints that accept one. Other fields of `body` go into the query. Our own
	 * service and 8.x accept it, each in its own format. Others fail.
	 */
	readonly upload?: Uint8Array | undefined;
	/** Whether long responses to the same request are usual. Their memory is used again. Default: false. */
	readonly repeated?: boolean | undefined;
}

/** A request that was sent before its client was created, and its connections, which the client takes over. */
export interface SentRequest {
	readonly http: Http;
	/** Whether its response is also one to this request. */
	readonly answers: (name: EndpointName, request: LooseRequest) => boolean;
	readonly opened: Promise<OpenedResponse>;
	readonly abort: (reason: unknown) => void;
}

/** Gives its request once, to the first client with the same address, key and generation. */
export interface EarlySource {
	readonly take: (options: ClientOptions) => SentRequest | undefined;
	/** Ends the request if no client took it. */
	readonly close: () => Promise<void>;
}

/** A request to any endpoint. */
export interface LooseRequest extends UnsentRequest {
	readonly params?: Readonly<Record<string, string>>;
}

/** A response whose body has not been read. */
export interface OpenedResponse {
	/** The request for messages: 'GET /downloads'. */
	readonly what: string;
	readonly body: AnswerBody;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Sends requests by rows of the endpoint table, and remembers which endpoints the service does not have. */
export class Requests {
	readonly http: Http;
	readonly #options: ClientOptions;
	readonly #absent = new Set<EndpointName>();
	readonly #paths: EndpointPaths;
	#dialect: Dialect | undefined;
	/** A request that was sent before; undefined once its response was taken. */
	#sent: SentRequest | undefined;
	/** State of a service of our own, which lists its extensions. Undefined until it is needed. */
	#state: CoreState | undefined;

	constructor(options: ClientOptions) {
		this.#sent = options.early?.take(options);
		this.http = this.#sent?.http ?? new Http(options);
		this.#options = options;
		this.#paths = new EndpointPaths(options.engine ?? 'libtorrent');
		this.#dialect = options.dialect;
	}

	/** Dialect of the service, or undefined if unknown. Only 8.x answers below /api. */
	get dialect(): Dialect | undefined {
		return this.#dialect ?? (this.http.url.endsWith('/api') ? '8.x' : undefined);
	}

	/** Sets the dialect once it is detected. */
	learnDialect(dialect: Dialect | undefined): void {
		this.#dialect = dialect ?? this.#dialect;
	}

	/** The endpoints that the service does not have. */
	get absent(): ReadonlySet<EndpointName> {
		return this.#absent;
	}

	/** Requests absent endpoints again, after the service was replaced or restarted. */
	forgetAbsent(): void {
		this.#absent.clear();
		this.#state = undefined;
	}

	/** Sends a request. Throws a ClientError, and immediately an AbsentError if the endpoint is known to be absent. */
	async open(name: EndpointName, request: LooseRequest, call: CallOptions): Promise<OpenedResponse> {
		const entry: Endpoint = endpoints[name];
		const absent = () => new AbsentError(this.http.url, `${entry.method} ${entry.path}`, entry.extension);
		if (this.#absent.has(name)) throw absent();
		if (
			entry.needs
				? !(await this.offers(entry.needs, call))
				: entry.extension && !(await this.#hasExtensions(call))
		)
			throw absent();
		await this.#requireFields(entry, request.body, call);
		const sent = this.#sent;
		if (sent?.answers(name, request)) {
			this.#sent = undefined;
			return takeOver(sent, call);
		}
		// A response from before a change, or from before this list, would be old.
		if (sent && (entry.method !== 'GET' || name === 'listDownloads')) {
			this.#sent = undefined;
			sent.abort(new Error('Another request made it useless.'));
		}
		const spelled = entry.spell ? { ...request, ...entry.spell(request) } : request;
		const paths = this.#paths.candidates(name);
		for (const [index, path] of paths.entries()) {
			try {
				const opened = await this.#send(entry, name, path, spelled, call);
				this.#paths.remember(name, path);
				return opened;
			} catch (error) {
				if (!isAbsent(entry, error)) {
					// Any other error means that the service knows the path.
					if (error instanceof NotFoundError) this.#paths.remember(name, path);
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

	/** Reports deviations of a response, one of each kind. */
	report(name: EndpointName, deviations: readonly Deviation[], record?: LoggedRequest): void {
		if (deviations.length === 0) return;
		record?.mismatch(deviations.reduce((sum, { count = 1 }) => sum + count, 0));
		if (!this.#options.onDeviation) return;
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
	): Promise<OpenedResponse> {
		const path = fillPath(template, request.params ?? {});
		const form = this.#options.generation === 'A' && isForm(request.body);
		const query = this.#queryFor(entry, request.query ?? {});
		const upload = call.upload && entry.upload && this.#uploadOf(entry.upload, call.upload, request);
		const limits = limitsOf(name, entry);
		const body = await this.http.open({
			method: entry.method,
			path: path + queryOf({ ...query, ...upload?.query }),
			shownPath: shownPath(template, request.params ?? {}) + shownQuery(query),
			accept: entry.content === 'json' ? 'application/json' : '*/*',
			gzip: entry.content === 'json' && entry.method === 'GET',
			...(upload
				? { contentType: upload.contentType, body: upload.body }
				: request.body === undefined
					? {}
					: {
							contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
							body: form ? formOf(request.body).toString() : stringifyExact(request.body),
						}),
			repeated: call.repeated,
			timeout: call.timeout ?? DEFAULT_TIMEOUT_MS,
			deadline: call.deadline ?? limits.deadline,
			limit: call.limit ?? limits.bytes,
			signal: call.signal,
		});
		return { what: `${entry.method} ${path}`, body };
	}

	/** Whether the service has our extensions. Services in the field never do, so they are sent to no unknown service. */
	async #hasExtensions({ timeout = DEFAULT_TIMEOUT_MS, signal }: CallOptions): Promise<boolean> {
		if (this.dialect === undefined) this.learnDialect(await readDialect(this.http, { timeout, signal }));
		return this.dialect === 'interface';
	}

	/**
	 * Resolves with whether the service has an extension. Requests its state once, unless the dialect tells. Throws a
	 * ClientError if the service does not respond.
	 */
	async offers({ extension, in7, in8 }: Need, call: CallOptions = {}): Promise<boolean> {
		if (await this.#hasExtensions(call)) {
			this.#state ??= await this.#readState(call);
			return lists(this.#state.extensions, extension);
		}
		if (this.dialect === '8.x') return in8 ?? false;
		return (in7 ?? false) && (this.dialect === '7.5-7.11' || this.dialect === '7.12-7.14');
	}

	async #readState({ timeout = DEFAULT_TIMEOUT_MS, signal }: CallOptions): Promise<CoreState> {
		const { method, path }: Endpoint = endpoints.getState;
		const accept = 'application/json';
		const { status, what, text } = await this.http.inspect({
			method,
			path,
			accept,
			timeout,
			deadline: timeout,
			signal,
		});
		if (status !== 200) throw refusal(this.http.url, what, status, text);
		return decode(CoreState, parseBody(text)).value;
	}

	/** Throws an AbsentError if a body has a field of an extension that the service does not have. */
	async #requireFields(
		{ method, path, bodyNeeds }: Endpoint,
		body: unknown,
		call: CallOptions,
	): Promise<void> {
		if (typeof body !== 'object' || body === null) return;
		for (const [field, value] of Object.entries(body)) {
			const need = Object.hasOwn(bodyNeeds, field) ? bodyNeeds[field] : undefined;
			if (need === undefined || value === undefined || (await this.offers(need, call))) continue;
			throw new AbsentError(this.http.url, `${field} in ${method} ${path}`, true);
		}
	}

	/** Returns a query without the fields that only our own service has, unless it is certain to be ours. */
	#queryFor({ extensionQuery }: Endpoint, query: Readonly<Record<string, unknown>>) {
		if (this.dialect === 'interface' || extensionQuery.length === 0) return query;
		return Object.fromEntries(Object.entries(query).filter(([name]) => !extensionQuery.includes(name)));
	}

	/** Returns the upload in the service's format, and the fields that go into the query. */
	#uploadOf(upload: Upload, file: Uint8Array, { body }: LooseRequest) {
		const fields = fieldsBesides(upload, body);
		if (this.dialect !== '8.x') return { contentType: upload.contentType, body: file, query: fields };
		const { contentType, inFile, withList } = upload.for8;
		const { [inFile]: list, ...rest } = fields;
		const isList = Array.isArray(list) && list.length > 0;
		return {
			contentType,
			body: isList ? withList(file, list.map(Number)) : file,
			// An omitted false would become the service's default. Any value except 'false' is true.
			query: Object.fromEntries(
				Object.entries(rest).map(([name, value]) => [name, typeof value === 'boolean' ? `${value}` : value]),
			),
		};
	}
}

/** Returns the response to a request that was sent before, which this call can abort from now on. */
async function takeOver({ opened, abort }: SentRequest, { signal }: CallOptions): Promise<OpenedResponse> {
	const follow = () => abort(signal?.reason);
	if (signal?.aborted) follow();
	else signal?.addEventListener('abort', follow, { once: true });
	try {
		return await opened;
	} catch (error) {
		signal?.removeEventListener('abort', follow);
		throw error;
	}
}

/**
 * Whether an error means that the endpoint is absent, not the download. If the path has no parameter and the table
 * has no 404, every 404 means that. Otherwise only an error that names the path does.
 */
function isAbsent(entry: Endpoint, error: unknown): boolean {
	if ((entry.extension || entry.needs) && isWrongMethod(error)) return true;
	if (!(error instanceof NotFoundError)) return false;
	return error.unknownPath || !(entry.path.includes('{') || 404 in entry.statuses);
}

/** Whether the service has the path, but not the method. Services in the field say so with a 405 or a 500. */
function isWrongMethod(error: unknown): boolean {
	if (!(error instanceof RefusedError)) return false;
	return error.status === 405 || (error.status === 500 && error.message.includes('HTTPMethodNotAllowed'));
}

/** Serializes a query. In the field, flags are on only if exactly '1'. Flags that are off are omitted. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === true) search.set(name, '1');
		else if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, String(item));
		else if (value !== undefined && value !== false) search.set(name, String(value));
	}
	return search.size === 0 ? '' : `?${search}`;
}

/** Returns the fields for the query of an upload: all that the file does not replace. */
function fieldsBesides({ field }: Upload, body: unknown): Readonly<Record<string, unknown>> {
	const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
	return Object.fromEntries(fields.filter(([name]) => name !== field));
}

/** Whether a form can contain a body. Lists, objects and null in it are sent as JSON. */
function isForm(body: unknown): boolean {
	// Exact amounts are objects with a text.
	const isValue = (value: unknown) => typeof value !== 'object' || value instanceof ExactDecimal;
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	return Object.values(body).every((value: unknown) =>
		Array.isArray(value) ? value.every(isValue) : isValue(value),
	);
}

/** Serializes a body for generation A: booleans as 1 and 0, lists under a name with brackets. */
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
