import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../service-command/service-command.ts';

/** Timeout for reading the version. */
const VERSION_TIMEOUT_MS = 2_000;
const MAX_VERSION_BYTES = 64 * 1024;

/**
 * Returns the version of the service, or null if unknown. The event stream is used only for seedtop's own. Others
 * count each connection to theirs for a long time.
 */
export async function readVersion(call: Call): Promise<string | null> {
	const { version, dialect } = call.service;
	if (version !== undefined && version !== '') return version;
	try {
		if (dialect === 'interface') return await versionByEvents(call);
		return dialect === '8.x' ? await versionByPath(call) : null;
	} catch {
		return null; // The rest of the status does not depend on the version.
	}
}

/** Reads the version of 8.x from a path outside the interface. */
async function versionByPath({ client }: Call): Promise<string | null> {
	const body = await client.http.read({
		method: 'GET',
		path: '/versioning/versions/current',
		accept: 'application/json',
		timeout: VERSION_TIMEOUT_MS,
		deadline: VERSION_TIMEOUT_MS,
		limit: MAX_VERSION_BYTES,
	});
	const answer: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
	if (typeof answer !== 'object' || answer === null || !('version' in answer)) return null;
	return typeof answer.version === 'string' && answer.version !== '' ? answer.version : null;
}

async function versionByEvents(call: Call): Promise<string | null> {
	const { readEvents } = await import('../../client/events.ts');
	const ended = new AbortController();
	const first = async () => {
		for await (const event of readEvents(call.client, ended.signal)) {
			return event.type === 'events_start' ? event.payload.version || null : null;
		}
		return null;
	};
	try {
		return await Promise.race([
			first(),
			delay(Math.min(VERSION_TIMEOUT_MS, call.limits.timeout ?? VERSION_TIMEOUT_MS), null, {
				signal: ended.signal,
			}),
		]);
	} finally {
		ended.abort();
	}
}
