import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { codeOf } from '../../basics/error.ts';
import { answerConnection, commonHeaders, errorBody } from './error-answer.ts';

/** Status, name and message by the parser's error code. All other errors are a 400. */
const refusals: Readonly<Record<string, readonly [number, string, string]>> = {
	ERR_HTTP_REQUEST_TIMEOUT: [
		408,
		'RequestTimeoutError',
		'The request did not arrive in time: send it again.',
	],
	HPE_HEADER_OVERFLOW: [
		431,
		'HeadersTooLargeError',
		'The address and the headers of the request are larger than 16 KiB: send less, or in the body.',
	],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'BodyTooLargeError', 'The extensions of the chunks are too large.'],
};

/** Sends an error for malformed, oversized or slow requests in the interface's format (part 7). */
export function answerMalformed(error: Error, socket: Duplex): void {
	const code = codeOf(error) ?? '';
	if (code === 'ECONNRESET' || socket.destroyed) return;
	const [status, name, message] = refusals[code] ?? [
		400,
		'MalformedRequestError',
		`The request is not well-formed HTTP: ${error.message.replace(/^Parse Error: /, '')}.`,
	];
	answerConnection(socket, status, name, message, { withoutBody: asksForHeaders(error) });
}

/** Whether the packet with the error shows a HEAD request, whose answers have no body (RFC 9110, 9.3.2). */
function asksForHeaders(error: Error): boolean {
	return 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) && error.rawPacket.indexOf('HEAD ') === 0;
}

/** Handles requests that Node would reject without a body or ignore. */
export function answerUnusualRequests(server: Server): void {
	server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
		socket.on('error', () => socket.destroy());
		answerConnection(
			socket,
			405,
			'MethodNotAllowedError',
			'This service is not a proxy and does not support CONNECT.',
		);
	});
	server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
		const why = 'Only the expectation 100-continue is supported.';
		const body = JSON.stringify(errorBody(true, 'ExpectationError', why));
		response.writeHead(417, {
			...commonHeaders,
			'content-type': 'application/json; charset=utf-8',
			'content-length': Buffer.byteLength(body),
		});
		response.end(body);
	});
}
