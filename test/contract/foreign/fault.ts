import type { Dialect } from './dialect.ts';
import { type Answer, Refusal } from './route.ts';

/** The body of a 401, with the key missing or wrong. */
export function unauthorized(dialect: Dialect): Answer {
	return refusal(dialect, new Refusal(401, 'Unauthorized access'));
}

export function refusal(dialect: Dialect, { status, message }: Refusal): Answer {
	if (dialect.errors === 'text') return { status, json: { error: message } };
	const code = dialect.errors === 'code' ? 'RefusedError' : undefined;
	return { status, json: { error: { handled: true, code, message } } };
}

/** An unhandled exception: the message is a whole traceback. 8.x sends no code. */
export function fault(dialect: Dialect, error: Error): Answer {
	const message = traceback(error);
	const code = dialect.errors === 'message' ? undefined : error.name;
	return { status: 500, json: { error: { handled: false, code, message } } };
}

/** Returns the message of 7.5 and later for an unknown path. */
export function couldNotFind(path: string): string {
	return `Could not find ${path}`;
}

/** First line of the message of an unhandled exception. */
export const TRACEBACK = 'Traceback (most recent call last):';

/** No route has that path. */
export function nothingThere(dialect: Dialect, path: string): Answer {
	if (dialect.unknown === 'html') return page(404, 'No Such Resource');
	return { status: 404, json: { error: { handled: true, message: couldNotFind(path) } } };
}

/** The path is known, but not the method. */
export function wrongMethod(dialect: Dialect, method: string): Answer {
	if (dialect.unknown === 'html') return page(405, 'Method Not Allowed');
	return fault(dialect, new Error(`HTTPMethodNotAllowed: Method Not Allowed (${method})`));
}

/** A web page, as browsers are redirected to. */
export function page(status: number, title: string): Answer {
	const html = `<html><head><title>${status} - ${title}</title></head><body><h1>${title}</h1></body></html>`;
	return { status, bytes: Buffer.from(html), headers: { 'content-type': 'text/html; charset=utf-8' } };
}

function traceback(error: Error): string {
	const frames = Array.from(
		{ length: 30 },
		(_, index) =>
			`  File "/usr/lib/python3/service/rest/base.py", line ${index + 90}, in handle\n    await step()`,
	);
	return [TRACEBACK, ...frames, `${error.name}: ${error.message}`, ''].join('\n');
}
