import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { openSession, type SessionOptions } from '../../source/runtime/session.ts';
import type { State } from '../../source/state/core/state.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';
import { update } from '../../source/tui/shell/update.ts';
import { type ReceivedRequest, serve } from '../client/server.ts';
import { couldNotFind } from '../contract/foreign/fault.ts';

/** A service of a test. Its answers can be changed while it runs. */
export interface Service {
	/** Answers to 'GET /downloads' and the like. Other requests get a 404 as in the field. */
	readonly answers: Record<string, (response: ServerResponse, request: ReceivedRequest) => void>;
	readonly requests: readonly ReceivedRequest[];
	/** Number of requests of a kind. */
	readonly count: (request: string) => number;
	/** Maximum number of equal requests that were open at once. */
	readonly maxConcurrent: (request: string) => number;
	/** Number of open event streams. */
	readonly streams: Set<ServerResponse>;
	readonly url: string;
}

export async function startService(): Promise<Service> {
	const answers: Service['answers'] = {};
	const streams = new Set<ServerResponse>();
	const open = new Map<string, number>();
	const most = new Map<string, number>();
	const requestOf = ({ method, path }: ReceivedRequest) => `${method} ${path.split('?')[0]}`;
	const server = await serve((received, response) => {
		const request = requestOf(received);
		open.set(request, (open.get(request) ?? 0) + 1);
		most.set(request, Math.max(most.get(request) ?? 0, open.get(request) ?? 0));
		response.on('close', () => open.set(request, (open.get(request) ?? 0) - 1));
		const answer = answers[request];
		if (answer) answer(response, received);
		else {
			const message = couldNotFind(received.path);
			response.writeHead(404).end(JSON.stringify({ error: { handled: true, message } }));
		}
	});
	answers['GET /events'] = (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		streams.add(response);
		response.on('close', () => streams.delete(response));
		response.write('data: {"type":"events_start","event":{"version":"7.11.0"}}\n\n');
	};
	answers['GET /state'] = respondJson({ state: 'STARTED' });
	answers['GET /downloads'] = respondJson({ downloads: [] });
	return {
		answers,
		requests: server.requests,
		count: (request) => server.requests.filter((received) => requestOf(received) === request).length,
		maxConcurrent: (request) => most.get(request) ?? 0,
		streams,
		url: server.url,
	};
}

/** An answer of JSON. */
export function respondJson(answer: unknown): (response: ServerResponse) => void {
	return (response) => void response.end(JSON.stringify(answer));
}

/** Downloads as a service lists them, by name. */
export function listOf(...names: string[]): object {
	const downloads = names.map((name) => ({
		name,
		infohash: name,
		progress: 0,
		status: 'DOWNLOADING',
		speed_down: 1,
	}));
	return { downloads };
}

/** Opens a store and a session with a service, for the duration of the test. */
export function openOn(url: string, options: Omit<SessionOptions, 'url'> = {}) {
	const store = createStore(initialState(url, 'a test', Date.now()), update);
	const states: State[] = [];
	store.subscribe(() => states.push(store.get()));
	const session = openSession({ url, ...options }, store, queriesOf);
	onTestFinished(() => session.close());
	return {
		store,
		session,
		/** All states so far. */
		states,
		/** Resolves with the first state, from now on, that satisfies a condition. */
		reached: (holds: (state: State) => boolean) =>
			new Promise<State>((resolve) => {
				const look = () => {
					if (!holds(store.get())) return;
					unsubscribe();
					resolve(store.get());
				};
				const unsubscribe = store.subscribe(look);
				look();
			}),
	};
}
