import type { ServerResponse } from 'node:http';
import { serve } from '../client/server.ts';

export interface ListedDownload {
	readonly name: string;
	readonly infohash: string;
	readonly size: number;
	/** Bytes per second. */
	readonly speed_down: number;
	readonly speed_up: number;
	status: string;
}

export interface ListService {
	readonly url: string;
	/** Downloads in its list; tests may change them. */
	readonly downloads: ListedDownload[];
	/** Number of clients that follow its events. */
	readonly streams: number;
	/** Sends an event to these clients, after which they request the list again. */
	sendEvent(type: string, event: object): void;
}

/** Fields of a download besides its name, as the service sends them. */
export type ListedFields = Readonly<Record<string, unknown>> & { readonly size: number };

/**
 * Starts a service that lists downloads of these names and sizes, stops and resumes them. Its values do not change by
 * themselves, so that screens are stable. Ends with the test.
 */
export async function serveList(
	named: Readonly<Record<string, number | ListedFields>>,
): Promise<ListService> {
	const downloads = Object.entries(named).map(
		([name, fields], index): ListedDownload => ({
			infohash: (index + 1).toString(16).padStart(40, '0'),
			status: 'SEEDING',
			speed_down: 0,
			speed_up: 0,
			...(typeof fields === 'number' ? { size: fields } : fields),
			name,
		}),
	);
	const streams = new Set<ServerResponse>();
	const { url } = await serve(({ method, path, body }, response) => {
		const json = (answer: object) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		const [resource = '', infohash = ''] = (path.split('?')[0] ?? '').slice(1).split('/');
		const download = downloads.find((each) => each.infohash === infohash);
		if (resource === 'events') {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"type": "events_start", "event": {"version": "1.0.0"}}\n');
			streams.add(response);
			response.on('close', () => streams.delete(response));
		} else if (resource === 'state') {
			json({ state: 'STARTED', last_exception: null, readable_state: '' });
		} else if (resource === 'downloads' && method === 'GET') {
			const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
			json({ downloads: downloads.map((each) => ({ progress: 1, ...each })), checkpoints });
		} else if (download && method === 'PATCH') {
			download.status = JSON.parse(body).state === 'stop' ? 'STOPPED' : 'SEEDING';
			json({ modified: true });
		} else if (method === 'DELETE') {
			// This request never gets an answer.
		} else {
			response.writeHead(404).end('{"error": {"handled": true, "message": "Could not find it"}}');
		}
	});
	return {
		url,
		downloads,
		get streams() {
			return streams.size;
		},
		sendEvent(type, event) {
			for (const stream of streams) stream.write(`${JSON.stringify({ type, event })}\n`);
		},
	};
}
