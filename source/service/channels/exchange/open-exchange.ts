import type { DhtEngine } from '../../engine/dht-port.ts';
import type { Log } from '../../log/log.ts';
import { scopeOfPeer } from '../../overlay/address.ts';
import { LimitedLog } from '../../overlay/limited-log.ts';
import type { Overlay } from '../../overlay/overlay.ts';
import type { JoiningChannels } from '../open-channels.ts';
import { systemClock } from './clock.ts';
import { DhtHeads } from './dht-heads.ts';
import { ChannelExchange } from './exchange.ts';

interface OpenExchangeOptions extends JoiningChannels {
	readonly overlay: Overlay;
	/** Undefined if the DHT is off. */
	readonly dht: Pick<DhtEngine, 'dhtPut' | 'dhtGet'> | undefined;
	/** host:port at which others reach this service. Undefined if it is unknown. */
	readonly address: string | undefined;
	readonly log: Log;
}

/** Joins the overlay. Call it before the overlay starts. */
export function openExchange(options: OpenExchangeOptions) {
	const { registry, searches, overlay, identity, dht, address, log } = options;
	const limitedLog = new LimitedLog(log);
	const heads =
		dht &&
		new DhtHeads({
			dht,
			identity,
			address,
			clock: systemClock,
			versions: () => exchange.versions,
			newer: (channel, version, at) => {
				exchange.seek(channel, version);
				if (at !== undefined) overlay.learn(at, channel, dhtNetwork(address));
			},
		});
	const exchange: ChannelExchange = new ChannelExchange({
		registry,
		searches,
		overlay,
		clock: systemClock,
		log: (level, message) => limitedLog.write(level, message),
		published: (head) => heads?.published(head),
	});
	const close = () => {
		heads?.close();
		exchange.close();
		limitedLog.close();
	};
	try {
		exchange.start();
	} catch (error) {
		close();
		throw error;
	}
	heads?.start();
	return { close };
}

/** Returns an address of the network of the DHT. On loopback, all its nodes are of this machine. */
function dhtNetwork(address: string | undefined): string | undefined {
	return scopeOfPeer(address) === 'loopback' ? address : undefined;
}
