import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerConnection, commonHeaders, errorBody } from './error-answer.ts';

/** What the parser of HTTP refuses, by its code: the status and what to say. All else is a plain 400. */
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

/** Answers what is not HTTP, too large or too slow, in the shape of all other errors (interface, part 7). */
export function answerMalformed(error: Error, socket: Duplex): void {
	const code = 'code' in error ? String(error.code) : '';
	if (code === 'ECONNRESET' || socket.destroyed) return;
	const [status, name, message] = refusals[code] ?? [
		400,
		'MalformedRequestError',
		`The request is not well-formed HTTP: ${error.message.replace(/^Parse Error: /, '')}.`,
	];
	answerConnection(socket, status, name, message);
}

/** Answers what Node would answer without a word, or not at all. */
export function answerOddities(server: Server): void {
	server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
		socket.on('error', () => socket.destroy());
		answerConnection(socket, 405, 'MethodNotAllowedError', 'This service is no proxy: it has no CONNECT.');
	});
	server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
		const why = 'The only expectation that is met is 100-continue.';
		const body = JSON.stringify(errorBody(true, 'ExpectationError', why));
		response.writeHead(417, {
			...commonHeaders,
			'content-type': 'application/json; charset=utf-8',
			'content-length': Buffer.byteLength(body),
		});
		response.end(body);
	});
}
