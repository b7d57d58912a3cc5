import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '../../protocol/errors.ts';

/** The body of an error in the interface's shape (part 7). */
export function errorBody(handled: boolean, code: string, message: string): ErrorBody {
	return { error: { handled, code, message } };
}

/** What every answer carries: no page of another site may use it as a picture or a script, or guess its type. */
export const commonHeaders = {
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
} as const;

/** Answers a connection whose request never became one, and ends it. */
export function answerConnection(socket: Duplex, status: number, code: string, message: string): void {
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
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
		socket.destroy(),
	);
}
