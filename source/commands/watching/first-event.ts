import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../service-command.ts';

/** Milliseconds that the stream of events has to say something. */
const patience = 2_000;

/** The version that the service gives as the stream of events opens; null when it does not say. */
export async function readVersion(call: Call): Promise<string | null> {
	const { readEvents } = await import('../../client/events.ts');
	const ended = new AbortController();
	const first = async () => {
		for await (const event of readEvents(call.client, ended.signal)) {
			return event.type === 'events_start' && event.payload.version !== '' ? event.payload.version : null;
		}
		return null;
	};
	try {
		return await Promise.race([
			first(),
			delay(Math.min(patience, call.limits.timeout ?? patience), null, { signal: ended.signal }),
		]);
	} catch {
		return null; // What else is known of the service does not depend on it.
	} finally {
		ended.abort();
	}
}
