import type { EventType } from '../../protocol/events/events.ts';
import type { Core } from '../core/core.ts';
import { ownExtensions } from '../core/extensions.ts';
import type { EventStream } from '../http/event-stream.ts';
import type { Handlers } from '../http/route.ts';

/** Handlers of the interface's part 4.7. */
export function coreRoutes(core: Core, events: EventStream, version: string) {
	return {
		async getState() {
			return { ...core.state, extensions: [...ownExtensions] };
		},

		async openEvents({ request, reply }) {
			// GET handlers also serve HEAD. A stream without a body would never end.
			if (request.method === 'HEAD') {
				reply.send();
				return undefined;
			}
			reply.hijack();
			const { state, readable_state: doing } = core.state;
			events.add(reply.raw, request.headers.accept ?? '', [
				['events_start', { tribler_started: state === 'STARTED', version }],
				// An upgrade starts before clients can connect, so late listeners get its events too.
				...(state === 'UPGRADING' ? underWay(doing) : []),
			]);
			return undefined;
		},
	} satisfies Partial<Handlers>;
}

/** Returns the earlier events of a running upgrade. `doing` describes its step. */
function underWay(doing: string): [EventType, object][] {
	return [
		['upgrader_started', {}],
		['upgrader_tick', { text: doing }],
	];
}
