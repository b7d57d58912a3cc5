import type { ServerResponse } from 'node:http';
import { serve } from '../client/server.ts';

/** A download as the service sends it. */
export type HeldDownload = Record<string, unknown> & { readonly name: string; readonly infohash: string };

export interface HeldService {
	readonly url: string;
	/** Downloads in its list; tests may change them. */
	readonly downloads: HeldDownload[];
	/** Progress of its loading. */
	checkpoints: { readonly all_loaded: boolean; readonly loaded: number; readonly total: number };
	/** The required key; '' for none. */
	key: string;
	/** Fields of a download in answers to requests for its peers or pieces. */
	readonly more: { get_peers?: object; get_pieces?: object };
	/** While true, all answers wait. */
	isHolding: boolean;
	/** Number of requests that wait for their answer. */
	waiting(): number;
	/** Answers all waiting requests, and holds no more. */
	release(): void;
	/** Returns how often the list was requested, with these words in the query. */
	listRequests(words: string): number;
	/** Bodies of the requests for changes so far. */
	readonly changes: readonly unknown[];
	/** Sends an event. */
	sendEvent(type: string, event: object): void;
}

/**
 * Starts a service that answers when the test releases it, with answers of the test. Screens meanwhile do not depend
 * on speed. Ends with the test.
 */
export async function serveHeld(names: readonly string[]): Promise<HeldService> {
	const downloads = names.map(
		(name, index): HeldDownload => ({
			name,
			infohash: (index + 1).toString(16).padStart(40, '0'),
			status: 'SEEDING',
			progress: 1,
			size: 1024 * (index + 1),
		}),
	);
	const waiting: (() => void)[] = [];
	const streams = new Set<ServerResponse>();
	const changes: unknown[] = [];
	const service = {
		downloads,
		changes,
		checkpoints: { all_loaded: true, loaded: names.length, total: names.length },
		key: '',
		more: {},
		isHolding: false,
		waiting: () => waiting.length,
		release: () => {
			service.isHolding = false;
			for (const answer of waiting.splice(0)) answer();
		},
		sendEvent: (type: string, event: object) => {
			for (const stream of streams) stream.write(`${JSON.stringify({ type, event })}\n`);
		},
	} as Omit<HeldService, 'url' | 'listRequests'>;
	const json = (response: ServerResponse, answer: object, status = 200) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

	const { url, requests } = await serve(({ method, path, body, headers }, response) => {
		const { pathname, searchParams } = new URL(path, 'http://service');
		const download = downloads.find(({ infohash }) => pathname === `/downloads/${infohash}`);
		const answer = () => {
			if (service.key !== '' && headers['x-api-key'] !== service.key) {
				json(response, { error: 'Unauthorized access' }, 401);
			} else if (pathname === '/state') {
				json(response, { state: 'STARTED', last_exception: null, readable_state: '' });
			} else if (pathname === '/downloads' && method === 'GET') {
				const of = searchParams.get('infohash');
				const more = Object.entries(service.more).flatMap(([flag, fields]) =>
					searchParams.has(flag) ? [fields] : [],
				);
				const listed = downloads.filter(({ infohash }) => of === null || infohash === of);
				json(response, {
					downloads: listed.map((each) => Object.assign({}, each, ...more)),
					checkpoints: service.checkpoints,
				});
			} else if (download && method === 'PATCH') {
				const order: { readonly state?: string } = JSON.parse(body);
				changes.push(order);
				if (order.state) download.status = order.state === 'stop' ? 'STOPPED' : 'SEEDING';
				json(response, { modified: true, infohash: download.infohash });
			} else json(response, { error: { handled: true, message: 'Could not find it' } }, 404);
		};
		if (pathname === '/events' && service.key === '') {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.write('{"type": "events_start", "event": {"version": "1.0.0"}}\n');
			streams.add(response);
			response.on('close', () => streams.delete(response));
		} else if (service.isHolding) waiting.push(answer);
		else answer();
	});
	return Object.assign(service, {
		url,
		listRequests: (words: string) =>
			requests.filter(({ path }) => /^\/downloads(\?|$)/.test(path) && path.includes(words)).length,
	});
}
