import { onTestFinished } from 'vitest';
import type { EventType } from '../../../source/protocol/events/events.ts';
import type { TorrentSources } from '../../../source/service/health/health.ts';
import { HealthService, type HealthServiceOptions } from '../../../source/service/health/health-service.ts';
import { OwnService } from '../../../source/service/http-client/own-service.ts';

export const infohashOf = (at: number): string => `a${at.toString(16).padStart(39, '0')}`;
export const INFOHASH = infohashOf(1);

interface Emitted {
	readonly name: EventType;
	readonly payload: unknown;
}

/** Health checks without a service. The DHT fails, and no download is known, unless `more` says so. */
export function healthScene(more: Partial<HealthServiceOptions> = {}) {
	const events: Emitted[] = [];
	const health = new HealthService({
		download: async () => undefined,
		channelTrackers: async () => ({ own: [], others: [] }),
		route: () => [],
		engine: { dhtHealth: async () => Promise.reject(new Error('no DHT here')) },
		ownService: new OwnService(),
		emit: (name, payload) => void events.push({ name, payload }),
		log: () => {},
		...more,
	});
	onTestFinished(() => health.close());
	/** Checks a swarm. Returns the results by tracker. */
	const check = async (
		infohash: string,
		trackers: readonly string[],
		{ timeoutSeconds = 20, refresh = true }: { timeoutSeconds?: number; refresh?: boolean } = {},
	) => {
		const { finished } = await health.check({ infohash, trackers, timeoutSeconds, refresh });
		return Object.fromEntries(await finished);
	};
	return { health, events, check };
}

/** Sources of a download without hops. */
export const plain = (trackers: readonly string[]): TorrentSources => ({
	trackers,
	isPrivate: false,
	hops: 0,
});
