import { endpoint } from '../endpoint.ts';
import { CoreState } from '../resources/core-state.ts';

/** Interface, part 4.7. */
export const core = {
	getState: endpoint({
		method: 'GET',
		path: '/state',
		generations: 'AB',
		resource: 'state',
		summary: 'Read the state of the core.',
		response: CoreState,
	}),
	openEvents: endpoint({
		method: 'GET',
		path: '/events',
		generations: 'AB',
		resource: 'events',
		summary: 'Open the stream of events; it stays open.',
		optional: false,
		content: 'events',
	}),
} as const;
