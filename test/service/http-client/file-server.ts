import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** One request to a web seed. */
export interface FileRequest {
	readonly path: string;
	readonly range: string | undefined;
}

/** Serves the files of a folder as web servers do, with range requests. */
export function serveFiles(root: string, requests: FileRequest[] = [], ranges = true) {
	return (request: IncomingMessage, answer: ServerResponse): void => {
		const { pathname } = new URL(request.url ?? '/', 'http://seed');
		requests.push({ path: pathname, range: request.headers.range });
		const path = join(root, decodeURIComponent(pathname));
		let size: number;
		try {
			size = statSync(path).size;
		} catch {
			answer.writeHead(404).end();
			return;
		}
		const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
		if (!range || !ranges) {
			answer.writeHead(200, { 'content-length': size });
			createReadStream(path).pipe(answer);
			return;
		}
		const [from, to] = [Number(range[1]), Number(range[2])];
		answer.writeHead(206, {
			'content-range': `bytes ${from}-${to}/${size}`,
			'content-length': to - from + 1,
		});
		createReadStream(path, { start: from, end: to }).pipe(answer);
	};
}
