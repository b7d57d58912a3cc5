import { endpointsOf } from '../endpoint.ts';
import { CoreState } from '../resources/core-state.ts';

const endpoint = endpointsOf({ resource: 'state', generations: 'AB' });

/** Interface, part 4.7. */
export const core = {
	getState: endpoint('GET', '/state', {
		summary: 'Read the state of the core.',
		response: CoreState,
	}),
	openEvents: endpoint('GET', '/events', {
		resource: 'events',
		summary: 'Open the stream of events; it stays open.',
		optional: false,
		content: 'events',
	}),
} as const;
