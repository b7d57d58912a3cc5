import type { EventType } from '../../protocol/events.ts';
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
			const { state, readable_state: doing } = core.state;
			events.add(reply.raw, request.headers.accept ?? '', [
				['events_start', { tribler_started: state === 'STARTED', version }],
				// An upgrade begins as soon as the service listens, before anybody can: who comes later hears of it too.
				...(state === 'UPGRADING' ? underWay(doing) : []),
			]);
			return undefined;
		},
	};
}

/** What listeners were told of the upgrade that is under way; `doing` says in words which step it is at. */
function underWay(doing: string): [EventType, object][] {
	return [
		['upgrader_started', {}],
		['upgrader_tick', { text: doing }],
	];
}
