import type { ServerResponse } from 'node:http';

/** A request for a scripted handler. */
export interface Request {
	readonly params: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	readonly range: string | undefined;
	/** The fields of the body, in the dialect's kind. Throws without a body. */
	fields(): Readonly<Record<string, unknown>>;
	/** The body as text, and as bytes. */
	readonly text: string;
	readonly bytes: Buffer;
	readonly contentType: string;
}

export interface Answer {
	readonly status?: number;
	/** JSON as Python writes it. */
	readonly json?: unknown;
	readonly bytes?: Uint8Array;
	readonly headers?: Readonly<Record<string, string>>;
	/** Takes the response over. */
	readonly hold?: (response: ServerResponse) => void;
}

export interface Route {
	readonly method: string;
	/** Path below the base, parameters in braces. */
	readonly path: string;
	readonly answer: (request: Request) => Answer;
}

/** A refusal that the endpoint's author intended. Any other error is a fault: 500. */
export class Refusal extends Error {
	readonly status: number;
	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** A fault that the service reports to all listeners as tribler_exception. */
export class CrashError extends Error {}

export const ok = (json: unknown): Answer => ({ json });

export function route(method: string, path: string, answer: Route['answer']): Route {
	return { method, path, answer };
}

/** Returns the percent-decoded parameters of a path that matches a route. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
	const expected = pattern.split('/');
	const given = path.split('/');
	if (expected.length !== given.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, part] of expected.entries()) {
		const value = given[index] ?? '';
		if (part.startsWith('{')) {
			if (value === '') return undefined;
			params[part.slice(1, -1)] = decodeURIComponent(value);
		} else if (part !== value) return undefined;
	}
	return params;
}
