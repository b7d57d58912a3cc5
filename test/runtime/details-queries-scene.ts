import type { ServerResponse } from 'node:http';
import type { Store } from '../../source/state/core/store.ts';
import type { TabId } from '../../source/state/surfaces/tabs.ts';
import { respondJson, type Service, startService } from './service.ts';

export const list = 'GET /downloads';
export const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];

/** Returns downloads of these infohashes, with additional fields of the first. */
export function listOf(infohashes: readonly string[], more: object = {}): object {
	return {
		downloads: infohashes.map((infohash, index) => ({
			name: infohash,
			infohash,
			progress: 0.5,
			status: 'DOWNLOADING',
			total_pieces: 16,
			...(index === 0 ? more : {}),
		})),
	};
}

/** Returns the queries for the list that request optional fields. */
export const askedFor = (service: Service, what: string) =>
	service.requests.filter(({ path }) => path.startsWith('/downloads?') && path.includes(what));

export function show(store: Store, tab: TabId): void {
	store.dispatch({ type: 'details', what: { type: 'tab', tab } });
	store.dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: true } });
}

/** Starts a service with a different answer to requests with this in their query. */
export async function serviceWith(what: string, answer: (response: ServerResponse, path: string) => void) {
	const service = await startService();
	service.answers[list] = (response, { path }) =>
		path.includes(what) ? answer(response, path) : respondJson(listOf([one, two]))(response);
	return service;
}
