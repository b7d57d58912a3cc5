/**
 * The synthetic service: as those of generation 7.14, with so many downloads, of which 20 change each second. A
 * second number adds so many files to each. 'trees' adds trees of them, as in later generations.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { now } from '../clock.ts';
import { FileAnswers } from './file-answers.ts';
import { Rows } from './rows.ts';

/** Reports of the service to the benchmark. */
export type ServiceReport =
	| { readonly kind: 'listening'; readonly url: string }
	/** A complete list was sent, at a moment of the shared clock. */
	| { readonly kind: 'listed'; readonly at: number };

const [, , count, files, trees] = process.argv;
const rows = new Rows(Number(count));
const fileAnswers = files === undefined ? undefined : new FileAnswers(Number(files), trees === 'trees');
let movedAt = now();

function report(message: ServiceReport): void {
	process.send?.(message);
}

/** A second counts from its middle on, so that a client that polls each second finds 20 changes each time. */
function catchUp(): void {
	const seconds = Math.round((now() - movedAt) / 1000);
	if (seconds < 1) return;
	movedAt = now();
	rows.advance();
}

function sendJson(response: ServerResponse, status: number, body: Buffer | string): void {
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': Buffer.byteLength(body),
	});
	response.end(body);
}

let sending = 0;
const server = createServer((request, response) => {
	const [path] = (request.url ?? '').split('?');
	if (request.method === 'GET' && path === '/downloads') {
		// A row must not change while it is being sent.
		if (sending === 0) catchUp();
		sending++;
		response.once('finish', () => report({ kind: 'listed', at: now() }));
		response.once('close', () => sending--);
		sendJson(response, 200, rows.body);
	} else if (request.method === 'GET' && path === '/events') {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		const start = { topic: 'events_start', kwargs: { public_key: '00'.repeat(32), version: '7.14.0' } };
		response.write(`data: ${JSON.stringify(start)}\n\n`);
	} else if (request.method === 'GET' && path === '/state') {
		sendJson(response, 200, '{"state": "STARTED", "last_exception": null, "readable_state": ""}');
	} else {
		void sendOther(request, response, path ?? '');
	}
});

async function sendOther(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
	const found = await fileAnswers?.answer(request);
	if (found) sendJson(response, found.status, found.body);
	else
		sendJson(response, 404, `{"error": {"handled": true, "message": "Could not find ${encodeURI(path)}"}}`);
}

server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (typeof address === 'object' && address !== null)
		report({ kind: 'listening', url: `http://127.0.0.1:${address.port}` });
});
process.on('disconnect', () => process.exit());
