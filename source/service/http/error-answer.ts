import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '../../protocol/errors.ts';

/** Returns an error body as the interface defines it (part 7). */
export function errorBody(handled: boolean, code: string, message: string): ErrorBody {
	return { error: { handled, code, message } };
}

/**
 * Headers of every response. Other sites cannot embed it as an image or a script; browsers do not guess its type.
 */
export const commonHeaders = {
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
} as const;

/** Sends an error on a connection without a parsed request, and closes it. Without the body, its length is stated. */
export function answerConnection(
	socket: Duplex,
	status: number,
	code: string,
	message: string,
	{ withoutBody = false } = {},
): void {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	const body = JSON.stringify(errorBody(true, code, message));
	const headers = {
		...commonHeaders,
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
		connection: 'close',
	};
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`;
	socket.end(withoutBody ? head : `${head}${body}`, () => socket.destroy());
}
