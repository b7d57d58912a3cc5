import type { Log } from '../../log.ts';
import { LimitedLog } from '../../overlay/limited-log.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { ChannelRegistry, ChannelSearches } from '../channel-registry.ts';
import { systemClock } from './clock.ts';
import { ChannelExchange } from './exchange.ts';

export interface OpenExchangeOptions {
	readonly registry: ChannelRegistry;
	readonly searches: ChannelSearches;
	readonly overlay: Overlay;
	readonly log: Log;
}

/** Joins the overlay. Call it before the overlay starts. */
export function openExchange({ registry, searches, overlay, log }: OpenExchangeOptions) {
	const limitedLog = new LimitedLog(log);
	const exchange = new ChannelExchange({
		registry,
		searches,
		overlay,
		clock: systemClock,
		log: (level, message) => limitedLog.write(level, message),
	});
	exchange.start();
	return {
		close: () => {
			exchange.close();
			limitedLog.close();
		},
	};
}
