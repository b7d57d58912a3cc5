import type { IncomingMessage } from 'node:http';
import { now } from '../clock.ts';
import { Files } from './files.ts';

/** An answer to a request about files. */
export interface FileAnswer {
	readonly status: number;
	readonly body: string;
}

const MAX_VIEW_ENTRIES = 1_000;

/** Answers requests about the files of downloads. All downloads have the same files. */
export class FileAnswers {
	readonly #files: Files;
	readonly #hasTrees: boolean;
	#movedAt = now();

	/** Without trees it answers as releases that have only lists of files. */
	constructor(count: number, hasTrees: boolean) {
		this.#files = new Files(count);
		this.#hasTrees = hasTrees;
	}

	/** Returns undefined for other requests. */
	async answer(request: IncomingMessage): Promise<FileAnswer | undefined> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
		const [, download, steering] =
			/^\/downloads\/([0-9a-f]{40})(?:\/files(?:\/(\w+))?)?$/.exec(pathname) ?? [];
		if (download === undefined) return undefined;
		if (request.method === 'PATCH') return this.#change(download, await bodyOf(request));
		if (!pathname.includes('/files')) return undefined;
		const path = searchParams.get('path') ?? '';
		if (steering === undefined) return ok(this.#list(searchParams));
		if (!this.#hasTrees) return undefined;
		if (steering === 'expand' || steering === 'collapse')
			return this.#files.setExpanded(path, steering === 'expand') ? ok(JSON.stringify({ path })) : missing;
		if (steering === 'select' || steering === 'deselect')
			return this.#files.select(path, steering === 'select') ? ok('{}') : missing;
		return undefined;
	}

	#list(query: URLSearchParams): string {
		this.#catchUp();
		const size = query.get('view_size');
		if (!this.#hasTrees || size === null) return this.#files.list();
		return this.#files.view(query.get('view_start_path') ?? '', Math.min(MAX_VIEW_ENTRIES, Number(size)));
	}

	#change(infohash: string, body: string): FileAnswer {
		const change: unknown = JSON.parse(body);
		if (typeof change === 'object' && change !== null && 'selected_files' in change) {
			const { selected_files: selected } = change;
			if (Array.isArray(selected)) this.#files.selectOnly(selected.map(Number));
		}
		return ok(JSON.stringify({ modified: true, infohash }));
	}

	#catchUp(): void {
		for (; now() - this.#movedAt > 1000; this.#movedAt += 1000) this.#files.advance();
	}
}

const missing: FileAnswer = { status: 404, body: '{"error": "no such path"}' };

function ok(body: string): FileAnswer {
	return { status: 200, body };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}
