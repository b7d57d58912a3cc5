import { assertAccepted } from './http/assert-accepted.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';

/**
 * Requests a move of the data of a download. The service answers before the move. Services of 7.5 and later have
 * another request for it. Throws an AbsentError if the service has none.
 */
export async function moveDownload(
	client: PlainClient,
	infohash: string,
	destination: string,
	call: CallOptions = {},
): Promise<void> {
	const params = { infohash };
	if (await client.requests.offers({ extension: 'move' }, call)) {
		await client.moveDownload({ params, body: { destination } }, call);
		return;
	}
	const body = { state: 'move_storage' as const, dest_dir: destination };
	await assertAccepted(client.changeDownload({ params, body }, call));
}
