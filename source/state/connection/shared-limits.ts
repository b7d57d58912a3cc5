import type { SharedLimits } from '../../protocol/resources/settings.ts';
import { type Connection, offers } from './connection.ts';

/** Whether the service has limits of all downloads together, as far as that is known. */
export function offersLimits(connection: Connection): boolean {
	return offers(connection, { extension: 'limits', in8: true });
}

/** Returns the newer limits, or the older object if they are equal: the header is drawn again for another one. */
export function newerLimits(older: SharedLimits | undefined, newer: SharedLimits): SharedLimits {
	return older && JSON.stringify(older) === JSON.stringify(newer) ? older : newer;
}
