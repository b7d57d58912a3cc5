import type { Core } from '../core.ts';
import type { EventStream } from '../http/event-stream.ts';
import type { Handlers } from '../http/route.ts';

/** The handlers of the interface's part 4.7. */
export function coreRoutes(
	core: Core,
	events: EventStream,
	version: string,
): Pick<Handlers, 'getState' | 'openEvents'> {
	return {
		async getState() {
			return core.state;
		},

		async openEvents({ request, reply }) {
			// What answers GET answers HEAD too, and a stream whose body is not sent would never end.
			if (request.method === 'HEAD') {
				reply.send();
				return undefined;
			}
			reply.hijack();
			const started = core.state.state === 'STARTED';
			events.add(reply.raw, request.headers.accept ?? '', [
				['events_start', { tribler_started: started, version }],
			]);
			return undefined;
		},
	};
}
